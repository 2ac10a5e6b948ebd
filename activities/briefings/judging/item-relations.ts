import type { BriefingClaim, BriefingItem, ItemRelation } from '../../../workflows/contracts/briefing-items.ts';
import { areOnOneSubject, type ReadItem } from './copied-items.ts';
import type { ReadStatement } from './statement-reading.ts';
import { relationBetween, type StatementRelation, takenBackIn, takesBack } from './statement-relation.ts';

interface Known {
  readonly otherId: string;
  readonly read: ReadStatement;
  readonly subject: Pick<BriefingItem, 'themeId' | 'taxonomyId'>;
}

/** Reads a text in its own language. */
type Read = (text: string) => ReadStatement;

/** How new items stand to each other, to earlier items and to earlier claims; unrelated pairs are left out. */
export function relationsOf(
  items: readonly ReadItem[],
  earlier: { readonly items: readonly ReadItem[]; readonly claims: readonly BriefingClaim[] },
  read: Read,
): ItemRelation[] {
  const toKnown = ({ item, read: own }: ReadItem): Known => ({ otherId: item.itemId, read: own, subject: item });
  const claims = earlier.claims.map(({ claimId, themeId, text }): Known => ({
    otherId: claimId,
    read: read(text),
    subject: { themeId, taxonomyId: null },
  }));
  const before = [...claims, ...earlier.items.map(toKnown)];
  return items.flatMap((own, index) =>
    [...before, ...items.slice(0, index).map(toKnown)]
      .filter(({ subject }) => areOnOneSubject(own.item, subject))
      .flatMap(({ otherId, read: other }): ItemRelation[] => {
        const related = relationOf(own, otherId, other, read);
        return related === null ? [] : [{ itemId: own.item.itemId, otherId, ...related }];
      }),
  );
}

function relationOf(
  { item, read: own }: ReadItem,
  otherId: string,
  other: ReadStatement,
  read: Read,
): StatementRelation | null {
  if (item.copyOf === otherId) return { relation: 'same', difference: '' };
  if (item.isRetraction && takesBack(read(takenBackIn(item.text)), other)) {
    return { relation: 'contradicts', difference: 'it takes this back' };
  }
  return relationBetween(own, other);
}
