import type { RecentOutput } from '@plumbline/contracts/briefings/briefing-activities';
import type {
  BriefingClaim,
  BriefingItem,
  ItemRelation,
  LiveQuery,
} from '@plumbline/contracts/briefings/briefing-items';
import type { BriefingRecord } from '@plumbline/contracts/briefings/briefing-record';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { indexRelations } from './facts.ts';
import { daysBetween } from './slots.ts';

export type Correction = BriefingRecord['corrections'][number];

/** So many unconfirmed corrections of a theme within so many days say that its sources do not suffice. */
const UNCONFIRMED = 2;
const WINDOW_DAYS = 7;

/**
 * Reported items that get a corrective query: their claim touches a mechanism of a theme, and no confirmed item says the same.
 *
 * @param asked queries of this run; an item gets one correction only
 */
export function itemsToCorrect(
  items: readonly BriefingItem[],
  relations: readonly ItemRelation[],
  asked: readonly LiveQuery[] = [],
): BriefingItem[] {
  const corrected = new Set(asked.filter(({ origin }) => origin === 'correction').map(({ itemId }) => itemId));
  return items.filter(
    (item) =>
      item.status === 'reported' &&
      item.touchesMechanism &&
      item.themeId !== null &&
      !corrected.has(item.itemId) &&
      !isConfirmed(item, items, relations),
  );
}

/** What became of the corrective queries of a run. */
export function correctionsOf(
  asked: readonly LiveQuery[],
  items: readonly BriefingItem[],
  relations: readonly ItemRelation[],
): Correction[] {
  return asked.flatMap(({ origin, itemId }) => {
    const item = items.find((one) => one.itemId === itemId);
    if (origin !== 'correction' || item === undefined || item.themeId === null) return [];
    return [{ themeId: item.themeId, itemId: item.itemId, isConfirmed: isConfirmed(item, items, relations) }];
  });
}

/**
 * Themes with two or more corrections within 7 days that confirmed nothing, since a reported claim of theirs was last confirmed.
 *
 * @param recent oldest first
 * @param corrections of this run
 */
export function unconfirmedTwice(
  recent: readonly Pick<RecentOutput, 'slot' | 'corrections'>[],
  corrections: readonly Correction[],
  slot: Pick<BriefingSlot, 'day'>,
): string[] {
  const inWindow = recent.filter((output) => daysBetween(output.slot.day, slot.day) <= WINDOW_DAYS);
  const counts = new Map<string, number>();
  for (const output of [...inWindow, { corrections }]) {
    for (const { themeId, isConfirmed: wasFound } of output.corrections) {
      if (!wasFound) counts.set(themeId, (counts.get(themeId) ?? 0) + 1);
    }
    // In any order: an output that confirms one shows that the sources suffice.
    for (const { themeId, isConfirmed: wasFound } of output.corrections) if (wasFound) counts.delete(themeId);
  }
  return [...counts].filter(([, count]) => count >= UNCONFIRMED).map(([themeId]) => themeId);
}

/** Reported claims of the previous output that any query of this run confirmed. */
export function confirmationsOf(
  previousClaims: readonly BriefingClaim[],
  claims: readonly BriefingClaim[],
): Correction[] {
  const reported = new Set(previousClaims.filter(({ status }) => status === 'reported').map(({ claimId }) => claimId));
  return claims
    .filter(({ claimId, status }) => status === 'confirmed' && reported.has(claimId))
    .map(({ claimId, themeId }) => ({ themeId, itemId: claimId, isConfirmed: true }));
}

function isConfirmed(item: BriefingItem, items: readonly BriefingItem[], relations: readonly ItemRelation[]): boolean {
  const index = indexRelations(relations);
  return items.some((other) => other.status === 'confirmed' && index.betweenItems(item, other)?.relation === 'same');
}
