import type { RelevanceScore, SearchHit } from '@plumbline/contracts/evidence/search-hit';
import { isForeign } from '@plumbline/language/detection';

/** Why the relevance of such a passage is unknown, for people. */
export const BEYOND_WORDS = 'in another language than the question; words cannot judge it';

/**
 * Whether the rules, which compare words, cannot judge a passage found by meaning: it is in another language than the
 * question, so that shared words are chance.
 */
export function isBeyondWords({ byMeaning }: Pick<SearchHit, 'byMeaning'>, text: string, language: string): boolean {
  return byMeaning === true && isForeign(text, language);
}

export function scoreBeyondWords({ id }: Pick<RelevanceScore, 'id'>): RelevanceScore {
  return { id, score: null, reason: BEYOND_WORDS };
}
