import { boundedList, boundedText } from '@plumbline/model/answers';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { z } from 'zod';
import { systemOpening, tagged, UNDATED } from './prompt-text.ts';

export interface DescribeDocumentStepInput {
  readonly title: string;
  readonly text: string;
  readonly language: string;
}

export const documentDescriptionSchema = z.object({
  line: boundedText(200, 'one sentence: what the document is'),
  questions: boundedList(boundedText(120, 'a question'), 6, 'questions that the document answers'),
});
export type DocumentDescription = z.infer<typeof documentDescriptionSchema>;

/** Says what a document is, for those who may ask it. Without a model nothing is said. */
export const describeDocumentStep: ReasoningStep<DescribeDocumentStepInput, DocumentDescription> = {
  name: 'describe-document',
  role: 'small',
  version: 1,
  output: documentDescriptionSchema,
  prompt: ({ title, text, language }) => ({
    system: systemOpening('You tell people what a document is and what it answers.', UNDATED, language),
    user: [
      tagged('document', `${title}\n${text}`, 12_000),
      [
        'Say in one sentence what the document is.',
        'Write six questions that its text answers.',
        'Name in each question what it is about, with the words of the document.',
        'Ask nothing that its text does not answer.',
      ].join('\n'),
    ].join('\n\n'),
  }),
  offline: () => ({ line: '', questions: [] }),
};
