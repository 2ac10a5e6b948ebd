import type { BriefingSlot } from '../../contracts/briefings/briefing-slot.ts';
import type { Theme } from '../../contracts/briefings/briefing-state.ts';
import type { SearchHit, SourceTier } from '../../contracts/evidence/evidence.ts';
import { fuseRankings } from '../rank-fusion.ts';

const ISO_DAY = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/u;

export interface DocumentScope {
  readonly theme: Pick<Theme, 'firstSeen'>;
  readonly slot: Pick<BriefingSlot, 'day'>;
  /** Null: not listed. */
  readonly tierOf: (hit: SearchHit) => SourceTier | null;
  /** Watchpoints are also looked for in sources of tier 3. */
  readonly isForWatchpoints: boolean;
}

/**
 * Documents of the corpus for a theme, best first: rankings merged by reciprocal rank (k = 60), one hit for each document, dated
 * between the theme's first day and the slot's. What has no date is left out.
 *
 * @param rankings best hit first
 */
export function documentsOf(rankings: readonly (readonly SearchHit[])[], scope: DocumentScope): SearchHit[] {
  const isWithin = (hit: SearchHit): boolean => {
    const day = dayOf(hit);
    if (day === undefined || day < scope.theme.firstSeen || day > scope.slot.day) return false;
    return scope.isForWatchpoints || scope.tierOf(hit) !== 3;
  };
  return fuseRankings(
    rankings.map((ranking) => ranking.filter(isWithin)),
    ({ locator }) => locator,
  );
}

/** ISO date of its publication, or the one in its name. */
function dayOf({ publishedAt, locator }: SearchHit): string | undefined {
  return publishedAt?.match(ISO_DAY)?.[0] ?? locator.match(ISO_DAY)?.[0];
}
