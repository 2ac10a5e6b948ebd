import { z } from 'zod';
import { boundedText, keyedById, readEntries } from '../model/engine/answer-parts.ts';
import { readScores } from '../model/engine/score-reading.ts';

const GRADES = [1, 0.75, 0.5, 0.25] as const;

/** Grades by the share of the question that a statement covers. */
const COVERAGE_BORDERS: GradeBorders = [0.7, 0.4, 0.24, 0.12];

/** The rubric as prompts state it. */
export const RUBRIC_TEXT =
  '1 = answers the question directly; 0.75 = key support for the answer; 0.5 = related, but beside the point; 0.25 = loosely connected; 0 = irrelevant';

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

/** Lowest scores of the grades 1, 0.75, 0.5 and 0.25 on some scale. */
type GradeBorders = readonly [number, number, number, number];

/** Grade on the rubric for the share (0..1) of the question that a statement covers, or on another scale. */
export function gradeOf(score: number, borders: GradeBorders = COVERAGE_BORDERS): number {
  return GRADES.find((_, index) => score >= (borders[index] ?? 0)) ?? 0;
}
