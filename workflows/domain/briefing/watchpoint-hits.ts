import type { BriefingClaim, BriefingItem } from '../../contracts/briefing-items.ts';
import type { Theme } from '../../contracts/briefing-state.ts';
import { isConfirmed } from './facts.ts';
import { states } from './text-likeness.ts';

/** An outlet that confirmed a watchpoint and had not done so before. */
export interface WatchpointHit {
  readonly themeId: string;
  readonly watchpointId: string;
  readonly outlet: string;
}

/**
 * Outlets whose confirmed items of this run state a watchpoint, by their words.
 *
 * @param earlierClaims of recent outputs: their outlets have been counted
 */
export function watchpointHitsOf(
  themes: readonly Theme[],
  items: readonly BriefingItem[],
  earlierClaims: readonly BriefingClaim[],
): WatchpointHit[] {
  return themes.flatMap((theme) =>
    theme.watchpoints.flatMap(({ id, text }) => {
      const isStated = (one: BriefingItem | BriefingClaim) =>
        one.themeId === theme.id && isConfirmed(one) && states(one.text, text);
      const known = new Set(earlierClaims.filter(isStated).flatMap(({ outlets }) => outlets));
      const outlets = new Set(items.filter((item) => !item.isRetraction && isStated(item)).map(({ outlet }) => outlet));
      return [...outlets]
        .filter((outlet) => !known.has(outlet))
        .map((outlet) => ({ themeId: theme.id, watchpointId: id, outlet }));
    }),
  );
}
