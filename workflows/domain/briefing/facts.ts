import type { BriefingItem, ItemRelation, Relation } from '@plumbline/contracts/briefings/briefing-items';
import { bareWords } from '@plumbline/contracts/common/bare-words';

const MIN_LENGTH = 4;
/** Words that begin alike count as one: "exports", "exported". */
const STEM_LENGTH = 5;
const MOSTLY = 0.6;
const NEARLY_ALL = 0.9;

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

/** Whether a text has most words of a statement, and all of its figures. */
export function states(text: string, statement: string): boolean {
  const [words, wanted] = [stemsOf(text), stemsOf(statement)];
  const isComplete = [...wanted].filter((stem) => /\d/u.test(stem)).every((figure) => words.has(figure));
  return wanted.size > 0 && isComplete && shared(wanted, words) / wanted.size >= MOSTLY;
}

/** Whether two texts are copies: nearly the same words, as when outlets print an agency's text. */
export function areCopies(left: string, right: string): boolean {
  const [one, other] = [stemsOf(left), stemsOf(right)];
  const all = new Set([...one, ...other]);
  return all.size === 0 ? bareWords(left) === bareWords(right) : shared(one, other) / all.size >= NEARLY_ALL;
}

function stemsOf(text: string): Set<string> {
  const words = bareWords(text).split(' ');
  const telling = words.filter((word) => word.length >= MIN_LENGTH || /\d/u.test(word));
  return new Set(telling.map((word) => (/\d/u.test(word) ? word : word.slice(0, STEM_LENGTH))));
}

function shared(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  return [...left].filter((word) => right.has(word)).length;
}

interface Related {
  readonly relation: Relation;
  readonly difference: string;
}

/** How an item relates to a claim or another item; undefined if they are about different matters. */
export interface RelationIndex {
  betweenItems(left: BriefingItem, right: BriefingItem): Related | undefined;
  toClaim(item: BriefingItem, claimId: string): Related | undefined;
}

/** An index of relations in both directions. Taking a statement back counts as contradicting it. */
export function indexRelations(relations: readonly ItemRelation[]): RelationIndex {
  const byPair = new Map<string, Related>();
  for (const { itemId, otherId, relation, difference } of relations) {
    for (const key of [pairKey(itemId, otherId), pairKey(otherId, itemId)]) {
      if (!byPair.has(key)) byPair.set(key, { relation, difference });
    }
  }
  const find = (left: string, right: string, isTakenBack: boolean): Related | undefined => {
    const related = byPair.get(pairKey(left, right));
    if (related === undefined || !isTakenBack) return related;
    return { relation: 'contradicts', difference: related.difference || 'it takes this back' };
  };
  return {
    betweenItems: (left, right) => find(left.itemId, right.itemId, left.isRetraction !== right.isRetraction),
    toClaim: (item, claimId) => find(item.itemId, claimId, item.isRetraction),
  };
}

function pairKey(left: string, right: string): string {
  return `${left}\n${right}`;
}
