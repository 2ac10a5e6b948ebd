import { z } from 'zod';
import type { QueryAnchor } from '../../../workflows/contracts/query-anchor.ts';
import { describeQuoteReason, quoteReasonOf } from '../../evidence/quote-reasons.ts';
import {
  createStatementScorer,
  type Interest,
  type RankedStatement,
  type ReadablePassage,
  rankStatements,
  type StatementScore,
} from '../../reading/passage-reading.ts';
import { readableText } from '../../reading/readable-text.ts';
import { gradeOf, RUBRIC_TEXT } from '../../reading/relevance-rubric.ts';
import { systemText, tagged, taggedAnchor } from '../prompt-text.ts';
import type { ReasoningStep } from '../step.ts';

export interface ExtractFindingsStepInput {
  readonly today: string;
  readonly anchor: QueryAnchor;
  readonly taskText: string;
  readonly interest: Interest;
  /** Of the whole question and of each of its parts: what the relevance is measured by. */
  readonly anchorInterests: readonly Interest[];
  readonly passage: ReadablePassage;
}

export const extractedFindingsSchema = z.object({
  information: z.string().describe('what the passage says about the task, in its own language; empty when nothing'),
  quotes: z
    .array(
      z.object({
        text: z.string().describe('words copied from the passage character by character, at least 20 characters'),
        reason: z
          .string()
          .describe(
            'why the wording matters: definition, figure or threshold, condition or exception, named norm, wording',
          ),
      }),
    )
    .describe('at most three'),
  relevance: z.number().min(0).max(1).nullable().describe('relevance to the anchor; null when you cannot tell'),
  relevanceReason: z.string().describe('why, in at most twelve words'),
});
export type ExtractedFindings = z.infer<typeof extractedFindingsSchema>;

export const MAX_QUOTES = 3;
const MAX_PASSAGE_LENGTH = 12_000;
/** Weaker statements than this share of the passage's best are beside the point. */
const SHARE_OF_BEST = 0.6;
/** A passage whose best statement scores less holds nothing that serves the question. */
const LOWEST_SCORE = 0.14;

/** Takes from a passage what serves the task: condensed information and the exact words. */
export const extractFindingsStep: ReasoningStep<ExtractFindingsStepInput, ExtractedFindings> = {
  name: 'extract-findings',
  role: 'small',
  version: 2,
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
      'Say in one to three sentences, in the language of the passage, what it contributes to the task.',
      'Quote up to three times what must not be paraphrased: legal definitions with their numbers and thresholds, technical specifications, named norms with their sections, conditions and exceptions, statements whose wording is the point. Give each a short reason: which of these it is.',
      'Copy quotations exactly and whole, without leaving anything out in the middle. If nothing serves the task, give empty values.',
      `Then give the passage a relevance to the anchor, not to the task alone, with a short reason: ${RUBRIC_TEXT}.`,
    ].join('\n\n'),
  }),
  offline({ interest, anchorInterests, passage }) {
    const statements = bestStatements(rankStatements(interest, passage));
    const best = bestForAnchor(anchorInterests, passage, statements);
    if (best === undefined || best.score < LOWEST_SCORE) {
      return { information: '', quotes: [], relevance: 0, relevanceReason: '' };
    }
    return {
      information: withIntroductions(statements).map(readableText).join(' '),
      quotes: statements.map(({ text }) => ({
        text,
        reason: describeQuoteReason(quoteReasonOf(readableText(text)), passage.language),
      })),
      relevance: gradeOf(best.score),
      relevanceReason: best.matchedWords.join(', '),
    };
  },
};

function bestStatements(ranked: readonly RankedStatement[]): RankedStatement[] {
  const bar = (ranked[0]?.score ?? 0) * SHARE_OF_BEST;
  const chosen: RankedStatement[] = [];
  for (const statement of ranked) {
    if (chosen.length === MAX_QUOTES || statement.score < bar) break;
    const overlaps = chosen.some(({ start, end }) => statement.start < end && start < statement.end);
    if (!overlaps) chosen.push(statement);
  }
  return chosen;
}

/** The score of the statement that serves the anchor best: a passage may answer one part of the question only. */
function bestForAnchor(
  interests: readonly Interest[],
  passage: ReadablePassage,
  statements: readonly RankedStatement[],
): StatementScore | undefined {
  const scores = interests.flatMap((interest) => statements.map(createStatementScorer(interest, passage)));
  return scores.sort((a, b) => b.score - a.score)[0];
}

/** What introduces a list is said once, before the first of its entries. */
function withIntroductions(statements: readonly RankedStatement[]): string[] {
  return [...new Set(statements.flatMap(({ introduction, text }) => [introduction, text]))].filter(
    (text) => text !== '',
  );
}
