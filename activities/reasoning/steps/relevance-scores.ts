import { z } from 'zod';
import { keyedById, readEntries } from '../engine/answer-entries.ts';
import { boundedText } from '../engine/answer-parts.ts';
import { readScores } from '../engine/score-reading.ts';

const MAX_REASON_LENGTH = 120;

const reason = boundedText(MAX_REASON_LENGTH, 'at most eight words');

const score = z.number().min(0).max(1).describe('relevance on the rubric');

/** What scoring asks for: a key for each id, with the score alone. Of many hits, reasons take most of the time. */
export function askedScores(ids: readonly string[]): z.ZodType {
  return keyedById(ids, score);
}

/** The same with a reason, for scores that people are shown. */
export function askedJudgements(ids: readonly string[]): z.ZodType {
  return keyedById(ids, z.object({ score, reason }));
}

/** What scoring reads: the scores of at least one entry, whichever form the answer has. */
export const relevanceScoresSchema = z.preprocess(
  toScores,
  z.object({
    scores: z
      .array(
        z.object({
          id: z.string(),
          /** Null: the model cannot tell. Undefined: unreadable. */
          score: z.number().min(0).max(1).nullable().optional(),
          reason: z.string(),
        }),
      )
      .min(1),
  }),
);
export type RelevanceScores = z.infer<typeof relevanceScoresSchema>;

function toScores(answer: unknown): unknown {
  const entries = readEntries(answer, ['score']);
  const scores = readScores(entries?.map((entry) => entry['score']) ?? []);
  return {
    scores: entries?.map(({ id, reason: said }, index) => ({
      id,
      score: scores[index],
      reason: reason.safeParse(said).data ?? '',
    })),
  };
}
