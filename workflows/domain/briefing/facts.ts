import type { BriefingItem } from '../../contracts/briefing-items.ts';
import type { RelationIndex } from './item-relations.ts';

/** Items that say the same, confirmed ones first. */
export interface Fact {
  readonly items: readonly BriefingItem[];
}

/** Puts items together that say the same, also by way of a third; items that contradict one another stay apart. */
export function factsOf(items: readonly BriefingItem[], relations: RelationIndex): Fact[] {
  let groups: (readonly BriefingItem[])[] = items.map((item) => [item]);
  for (const [index, left] of items.entries()) {
    for (const right of items.slice(index + 1)) {
      if (relations.betweenItems(left, right)?.relation === 'same') groups = joined(groups, left, right, relations);
    }
  }
  return groups.map((group) => ({
    items: [...group.filter(isConfirmed), ...group.filter((item) => !isConfirmed(item))],
  }));
}

/** Whether any item of one fact contradicts any of the other. */
export function contradictEachOther(left: Fact, right: Fact, relations: RelationIndex): boolean {
  return left.items.some((one) =>
    right.items.some((other) => relations.betweenItems(one, other)?.relation === 'contradicts'),
  );
}

export function isConfirmed({ status }: Pick<BriefingItem, 'status'>): boolean {
  return status === 'confirmed';
}

function joined(
  groups: readonly (readonly BriefingItem[])[],
  left: BriefingItem,
  right: BriefingItem,
  relations: RelationIndex,
): (readonly BriefingItem[])[] {
  const [first, second] = groups.filter((group) => group.includes(left) || group.includes(right));
  if (first === undefined || second === undefined) return [...groups];
  if (contradictEachOther({ items: first }, { items: second }, relations)) return [...groups];
  return groups.flatMap((group) => (group === first ? [[...first, ...second]] : group === second ? [] : [group]));
}
