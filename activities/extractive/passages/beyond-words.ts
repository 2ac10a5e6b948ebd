import type { RelevanceScore, SearchHit } from '../../../workflows/contracts/evidence.ts';
import { isForeign } from '../../text/language.ts';

/** Why the relevance of such a passage is unknown. */
export const BEYOND_WORDS = 'in another language than the question; words cannot judge it';

/**
 * Whether the rules, which compare words, can say nothing of a passage that its meaning led to: it is in another language
 * than the question, and words that both share are chance.
 */
export function isBeyondWords({ byMeaning }: Pick<SearchHit, 'byMeaning'>, text: string, language: string): boolean {
  return byMeaning === true && isForeign(text, language);
}

export function scoreBeyondWords({ id }: Pick<RelevanceScore, 'id'>): RelevanceScore {
  return { id, score: null, reason: BEYOND_WORDS };
}
