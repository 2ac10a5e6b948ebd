import { z } from 'zod';
import type { QueryAnchor } from '../../../workflows/contracts/query-anchor.ts';
import {
  type Interest,
  type RankedStatement,
  type ReadablePassage,
  rankStatements,
} from '../../evidence/passage-reading.ts';
import { readableText } from '../../evidence/readable-text.ts';
import { systemText, tagged, taggedAnchor } from '../prompt-text.ts';
import type { ReasoningStep } from '../step.ts';

export interface ExtractFindingsStepInput {
  readonly today: string;
  readonly anchor: QueryAnchor;
  readonly taskText: string;
  readonly interest: Interest;
  readonly passage: ReadablePassage;
}

export const extractedFindingsSchema = z.object({
  information: z.string().describe('what the passage says about the task, in its own language; empty when nothing'),
  quotes: z
    .array(
      z.object({
        text: z.string().describe('words copied from the passage character by character, at least 20 characters'),
        reason: z.string().describe('why the wording matters'),
      }),
    )
    .describe('at most three'),
});
export type ExtractedFindings = z.infer<typeof extractedFindingsSchema>;

export const MAX_QUOTES = 3;
const MAX_PASSAGE_LENGTH = 12_000;
/** Weaker statements than this share of the passage's best are beside the point. */
const SHARE_OF_BEST = 0.6;
const LOWEST_SCORE = 0.1;

/** Takes from a passage what serves the task: condensed information and the exact words. */
export const extractFindingsStep: ReasoningStep<ExtractFindingsStepInput, ExtractedFindings> = {
  name: 'extract-findings',
  role: 'small',
  version: 1,
  output: extractedFindingsSchema,
  prompt: ({ today, anchor, taskText, passage }) => ({
    system: systemText('You extract evidence from one passage for a research task.', today, passage.language),
    user: [
      taggedAnchor(anchor),
      tagged('task', taskText, 1_000),
      tagged(
        'passage',
        `${[passage.title, ...passage.headingPath].join(' > ')}\n\n${passage.text}`,
        MAX_PASSAGE_LENGTH,
      ),
      'Say in one to three sentences what this passage contributes to the task.',
      'Quote up to three times what must not be paraphrased: definitions, figures, thresholds, conditions, exceptions.',
      'Copy quotations exactly, without leaving anything out in the middle. If nothing serves the task, give empty values.',
    ].join('\n\n'),
  }),
  offline({ interest, passage }) {
    const statements = bestStatements(rankStatements(interest, passage));
    return {
      information: statements.map(({ text }) => readableText(text)).join(' '),
      quotes: statements.map(({ text, matchedWords }) => ({ text, reason: matchedWords.join(', ') })),
    };
  },
};

function bestStatements(ranked: readonly RankedStatement[]): RankedStatement[] {
  const bar = Math.max(LOWEST_SCORE, (ranked[0]?.score ?? 0) * SHARE_OF_BEST);
  const chosen: RankedStatement[] = [];
  for (const statement of ranked) {
    if (chosen.length === MAX_QUOTES || statement.score < bar) break;
    const overlaps = chosen.some(({ start, end }) => statement.start < end && start < statement.end);
    if (!overlaps) chosen.push(statement);
  }
  return chosen;
}
