import type { SummarizeClarificationInput } from '@plumbline/contracts/activities';
import { boundedList, boundedText } from '@plumbline/model/answers';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { z } from 'zod';
import { systemText, tagged, taggedAnchor, taggedConversation } from './prompt-text.ts';

export interface SummarizeClarificationStepInput extends Pick<
  SummarizeClarificationInput,
  'anchor' | 'conversation' | 'assessment'
> {
  readonly today: string;
  readonly passages: readonly { readonly title: string; readonly snippet: string }[];
}

export const clarifiedIntentSchema = z.object({
  refinedIntent: boundedText(500, 'what the person wants to know, in one or two sentences'),
  scope: boundedText(300, 'what belongs to the answer and what does not'),
  keyClarifications: boundedList(
    boundedText(300, 'one sentence'),
    8,
    'what the answers settled, with the words of the person',
  ),
  remainingGaps: boundedList(boundedText(200, 'one sentence'), 6, 'what is still unknown'),
});
export type ClarifiedIntent = z.infer<typeof clarifiedIntentSchema>;

/** Condenses the conversation for the rest of the run. */
export const summarizeClarificationStep: ReasoningStep<SummarizeClarificationStepInput, ClarifiedIntent> = {
  name: 'summarize-clarification',
  role: 'main',
  version: 4,
  output: clarifiedIntentSchema,
  prompt: ({ today, anchor, conversation, assessment, passages }) => ({
    system: systemText('You summarise how a research question was clarified.', today, anchor.language),
    user: [
      taggedAnchor(anchor),
      taggedConversation(conversation),
      tagged('gaps', assessment.knowledgeGaps.join('\n'), 2_000),
      ...passages.map(({ title, snippet }) => tagged('passage', `${title}\n${snippet}`, 600)),
      [
        'Say what the person wants to know now: intent, scope, what each answer settled, and what is still open after all answers.',
        'Keep the words of the answers. Do not answer the question.',
        'Use the terms of the passages for intent and scope, but take no fact from them: they are not evidence here.',
      ].join('\n'),
    ].join('\n\n'),
  }),
  offline({ anchor, conversation, assessment }) {
    const answered = conversation.flatMap(({ question, answer }) =>
      answer === null ? [] : [`${question} — ${answer}`],
    );
    return {
      refinedIntent: [anchor.originalQuestion, ...anchor.refinements].join(' — '),
      scope: anchor.scope,
      keyClarifications: [...answered, ...anchor.assumptions],
      remainingGaps: [...assessment.knowledgeGaps],
    };
  },
};
