import type { RecentOutput } from '../../contracts/briefing-activities.ts';
import type { BriefingItem, ItemRelation, LiveQuery } from '../../contracts/briefing-items.ts';
import type { BriefingRecord } from '../../contracts/briefing-record.ts';
import type { BriefingSlot } from '../../contracts/briefing-slot.ts';
import { indexRelations } from './item-relations.ts';
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
 * Themes with two or more corrections within 7 days that confirmed nothing.
 *
 * @param corrections of this run
 */
export function unconfirmedTwice(
  recent: readonly Pick<RecentOutput, 'slot' | 'corrections'>[],
  corrections: readonly Correction[],
  slot: Pick<BriefingSlot, 'day'>,
): string[] {
  const inWindow = recent.filter((output) => daysBetween(output.slot.day, slot.day) <= WINDOW_DAYS);
  const counts = new Map<string, number>();
  for (const { themeId, isConfirmed: wasFound } of [
    ...inWindow.flatMap((output) => output.corrections),
    ...corrections,
  ]) {
    if (!wasFound) counts.set(themeId, (counts.get(themeId) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count >= UNCONFIRMED).map(([themeId]) => themeId);
}

function isConfirmed(item: BriefingItem, items: readonly BriefingItem[], relations: readonly ItemRelation[]): boolean {
  const index = indexRelations(relations);
  return items.some((other) => other.status === 'confirmed' && index.betweenItems(item, other)?.relation === 'same');
}
