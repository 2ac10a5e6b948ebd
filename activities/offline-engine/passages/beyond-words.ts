import type { RelevanceScore, SearchHit } from '../../../workflows/contracts/evidence/evidence.ts';
import { isForeign } from '../../language/text/language.ts';

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

/** How far the highest of many draws strays from its expected value, in standard deviations of the draws. */
const CHANCE = 0.5;

/**
 * Whether a search by meaning found more in another language than chance gives. Nothing was found if the task's own words
 * made the best as prominent as chance does. It is far less prominent only in a crowd: then many passages are about the
 * question.
 */
export function standsOut(hits: readonly Pick<SearchHit, 'query' | 'prominence'>[], taskText: string): boolean {
  const own = hits.filter(({ query, prominence }) => query === taskText && prominence !== undefined);
  // A model writes queries of its own.
  const compared = own.length > 0 ? own : hits;
  const prominences = compared.flatMap(({ prominence }) => prominence ?? []);
  const best = Math.max(...prominences);
  return prominences.length === 0 || best >= 0 || best < -CHANCE;
}
