import type { RelevanceScore } from '../../../workflows/contracts/evidence.ts';

/** As many as the rule puts first keep at least its score: a model's scores alone drop none of them. */
export const FIRST_BY_RULE = 5;
/** Two equal scores may be chance. */
const FEWEST_COMPARED = 3;

/** Raises to the rule's score what the rule puts first. */
export function notBelowRule(
  given: readonly RelevanceScore[],
  byRule: ReadonlyMap<string, RelevanceScore>,
): RelevanceScore[] {
  const ruled = given.flatMap(({ id }) => byRule.get(id) ?? []);
  const first = new Set(ruled.sort((a, b) => (b.score ?? 0) - (a.score ?? 0)).slice(0, FIRST_BY_RULE));
  return given.map((said) => {
    const own = byRule.get(said.id);
    return own !== undefined && first.has(own) && (own.score ?? 0) > (said.score ?? 0) ? own : said;
  });
}

/** Whether scores say nothing: a model that scores everything alike has compared nothing. */
export function areAllAlike(scores: readonly number[]): boolean {
  return scores.length >= FEWEST_COMPARED && scores.every((score) => score === scores[0]);
}
