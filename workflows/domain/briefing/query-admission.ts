import type { LiveQuery } from '../../contracts/briefing-items.ts';
import { namesParty } from './named-parties.ts';

const TIME_SCOPE = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)|\blast 24 hours\b|\bletzten 24 stunden\b/iu;

/**
 * Why a query may not be asked, for people; null: it may. Every query names an actor, an institution or a place, a time scope, and
 * source tiers within 1 and 2.
 *
 * @param names all actors of themes and taxonomy
 * @param language of the query, ISO 639-1
 */
export function admissionFault(
  query: Pick<LiveQuery, 'text' | 'since' | 'targetTiers'>,
  names: readonly string[],
  language = 'en',
): string | null {
  if (!namesParty(query.text, names, language)) return 'it names no actor, institution or place';
  if (query.since === null && !TIME_SCOPE.test(query.text)) return 'it has no time scope';
  const isTargeted = query.targetTiers.length > 0 && query.targetTiers.every((tier) => tier <= 2);
  return isTargeted ? null : 'it does not target sources of tier 1 or 2 alone';
}
