import { hitIdOf, type HitReference, type RelevanceScore } from '@plumbline/contracts/evidence/search-hit';

const GRADES = [1, 0.75, 0.5, 0.25] as const;

/** Lowest shares of the grades. */
const BORDERS = [0.7, 0.4, 0.24, 0.12] as const;

/** The rubric as prompts state it. */
export const RUBRIC_TEXT =
  '1 = answers the question directly; 0.75 = key support for the answer; 0.5 = related, but beside the point; 0.25 = loosely connected; 0 = irrelevant';

/** Grade on the rubric for the share (0..1) of the question's words that a text has. */
export function gradeOf(share: number): number {
  return GRADES.find((_, index) => share >= (BORDERS[index] ?? 0)) ?? 0;
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
