import type { BriefingItem, ItemRelation, Relation } from '../../contracts/briefing-items.ts';

export interface Related {
  readonly relation: Relation;
  readonly difference: string;
}

/** How an item stands to a claim or another item; undefined: they do not speak of the same matter. */
export interface RelationIndex {
  betweenItems(left: BriefingItem, right: BriefingItem): Related | undefined;
  toClaim(item: BriefingItem, claimId: string): Related | undefined;
}

/** An index of relations that reads them in both directions. Whoever takes a statement back contradicts it. */
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
