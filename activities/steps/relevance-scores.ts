import { hitIdOf, type HitReference, type RelevanceScore } from '@plumbline/contracts/evidence/search-hit';

const GRADES = [1, 0.75, 0.5, 0.25] as const;

/** Grades by the share of the question that a statement covers. */
const COVERAGE_BORDERS: GradeBorders = [0.7, 0.4, 0.24, 0.12];

/** The rubric as prompts state it. */
export const RUBRIC_TEXT =
  '1 = answers the question directly; 0.75 = key support for the answer; 0.5 = related, but beside the point; 0.25 = loosely connected; 0 = irrelevant';

/** Lowest scores of the grades 1, 0.75, 0.5 and 0.25 on some scale. */
type GradeBorders = readonly [number, number, number, number];

/** Grade on the rubric for the share (0..1) of the question that a statement covers, or on another scale. */
export function gradeOf(score: number, borders: GradeBorders = COVERAGE_BORDERS): number {
  return GRADES.find((_, index) => score >= (borders[index] ?? 0)) ?? 0;
}

const MAX_REASON_LENGTH = 200;

/** A score of a rule, with the words that it found. */
export function ruledScore(id: string, score: number | null, words: readonly string[]): RelevanceScore {
  return { id, score, reason: words.join(', ').slice(0, MAX_REASON_LENGTH) };
}

/** A passage that has disappeared is unknown, too. */
export function scoreOfMissing(hit: HitReference): RelevanceScore {
  return { id: hitIdOf(hit), score: null, reason: 'the document changed meanwhile' };
}
