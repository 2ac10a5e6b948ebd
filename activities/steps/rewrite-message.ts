import { z } from 'zod';
import type { Filters } from '../../workflows/contracts/answers/catalogue.ts';
import type { HistoryEntry, SessionContext } from '../../workflows/contracts/answers/conversation.ts';
import { interpretMessage, previousMessage } from '../conversations/interpret-message.ts';
import { boundedList, boundedText } from '../model/engine/answer-parts.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { readScores } from '../model/engine/score-reading.ts';
import { systemOpening, tagged } from './prompt-text.ts';
import { taggedFeedback, taggedMemory, taggedThread } from './tagged-context.ts';

export interface RewriteMessageStepInput {
  readonly today: string;
  readonly message: string;
  /** ISO 639-1 code, as code detected it. */
  readonly language: string;
  /** What was said elsewhere, oldest first; the thread follows it. */
  readonly history: readonly HistoryEntry[];
  readonly context: SessionContext;
}

export const rewrittenMessageSchema = z.object({
  rewrittenPrompt: boundedText(2_000, 'the message as a prompt that needs no conversation to be understood'),
  confidence: z.preprocess(
    (value) => readScores([value])[0] ?? 0.5,
    z.number().min(0).max(1).describe('how sure it is that the person means this'),
  ),
  alternatives: boundedList(
    boundedText(500, 'another prompt'),
    3,
    'other things that the message may mean; often empty',
  ),
  conflicts: boundedList(
    boundedText(300, 'a question to the person'),
    3,
    'what cannot be known without asking; empty where the message can be understood',
  ),
  needsClarification: z.boolean().describe('whether the conflicts must be settled before anything can be looked up'),
});
export type RewrittenMessage = z.infer<typeof rewrittenMessageSchema>;

/** Turns a message into a prompt that can be understood alone. */
export const rewriteMessageStep: ReasoningStep<RewriteMessageStepInput, RewrittenMessage> = {
  name: 'rewrite-message',
  role: 'small',
  version: 1,
  output: rewrittenMessageSchema,
  prompt: ({ today, message, language, history, context }) => ({
    system: systemOpening('You put messages of a conversation into words that stand alone.', today, language),
    user: [
      ...taggedThread(history, context),
      ...taggedMemory(context),
      ...taggedFilters(context.filters),
      ...taggedFeedback(context),
      tagged('message', message, 8_000),
      'Rewrite the message so that someone who knows nothing of the conversation understands it. Correct typing errors. Put names in the place of words like "it" or "there", and complete what is only hinted at ("and in Munich?") from the conversation and the last used filters. Drop what the message replaces.',
      `A message that stands alone keeps its words. Do not answer it. Add no wish, name, figure or condition that neither the message nor the conversation${context.memory === undefined ? '' : ' nor the memory'} holds, and lose none of the message.`,
      'Ask back only where the message cannot be understood: it leans on something that was never said, or it sets two values of one kind against each other. Put every such point as a question into the conflicts. A broad or short message needs no question.',
    ].join('\n\n'),
  }),
  offline: ({ message, language, history, context: { thread } }) =>
    interpretMessage({
      message,
      language,
      previous: previousMessage(history, thread),
    }),
};

function taggedFilters(filters: Readonly<Record<string, Filters>>): string[] {
  const lines = Object.entries(filters).map(([vertical, values]) => `${vertical}: ${JSON.stringify(values)}`);
  return lines.length === 0 ? [] : [tagged('filters', lines.join('\n'), 4_000)];
}
