import type { AnswerGenerallyInput } from '@plumbline/contracts/answers/answer-activities';
import { boundedText } from '@plumbline/model/answers';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { offlinePhrasesFor } from '@plumbline/offline/phrases';
import { z } from 'zod';
import { greets, isCourtesy } from '../conversations/message-form.ts';
import { systemOpening, tagged } from './prompt-text.ts';
import { taggedFeedback, taggedMemory, taggedThread } from './tagged-context.ts';

export interface AnswerGenerallyStepInput extends Pick<
  AnswerGenerallyInput,
  'rewrittenPrompt' | 'language' | 'context'
> {
  readonly today: string;
}

export const generalAnswerSchema = z.object({ text: boundedText(6_000, 'the answer') });
export type GeneralAnswer = z.infer<typeof generalAnswerSchema>;

/** Answers what needs no sources. */
export const answerGenerallyStep: ReasoningStep<AnswerGenerallyStepInput, GeneralAnswer> = {
  name: 'answer-generally',
  role: 'main',
  version: 2,
  output: generalAnswerSchema,
  prompt: ({ today, rewrittenPrompt, language, context }) => ({
    system: systemOpening(
      'You answer messages that need no sources: greetings, questions about what you do, calculations, work on a text. You are part of Plumbline, which answers from documents and cites them.',
      today,
      language,
    ),
    user: [
      ...taggedThread([], context),
      ...taggedMemory(context),
      ...taggedFeedback(context),
      tagged('message', rewrittenPrompt, 16_000),
      [
        'Do what the message asks, in plain text, no longer than necessary.',
        'Nothing was looked up for this answer: name no source, quote nobody, give no citation marks and no addresses.',
        'If the message needs facts that should be looked up, say so and offer to search the documents.',
      ].join('\n'),
    ].join('\n\n'),
  }),
  readText: (text) => (text === '' ? undefined : { text }),
  offline({ rewrittenPrompt, language }) {
    const { greeting, welcome } = offlinePhrasesFor(language);
    return { text: isCourtesy(rewrittenPrompt) && !greets(rewrittenPrompt) ? welcome : greeting };
  },
};
