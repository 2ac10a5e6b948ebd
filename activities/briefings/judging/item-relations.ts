import type {
  BriefingClaim,
  BriefingItem,
  ItemRelation,
} from '../../../workflows/contracts/briefings/briefing-items.ts';
import { sourceOfAll } from '../../language/languages/word-patterns.ts';
import { withoutNearCopies } from '../../language/text/near-copies.ts';
import { comparableWords, isNearDuplicate } from '../../language/text/near-duplicate.ts';
import {
  type ComparisonContext,
  compareStatements,
  takesBack,
} from '../../verification/statements/compare-statements.ts';
import type { ReadStatement } from '../../verification/statements/statement-reading.ts';

/** Shorter sentences may well be equal by chance. */
const FEWEST_COPIED_WORDS = 8;
/** News replaces what was told before. */
const NEWS: ComparisonContext = { isSuccession: true };

interface Known {
  readonly otherId: string;
  readonly read: ReadStatement;
  readonly subject: Pick<BriefingItem, 'themeId' | 'taxonomyId'>;
}

/** Reads a text in its own language. */
type Read = (text: string) => ReadStatement;

/** How new items relate to each other, to earlier items and to earlier claims; unrelated pairs are omitted. */
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
): Pick<ItemRelation, 'relation' | 'difference'> | null {
  if (item.copyOf === otherId) return { relation: 'same', difference: '' };
  if (item.isRetraction && takesBack(read(takenBackIn(item.text)), other)) {
    return { relation: 'contradicts', difference: 'it takes this back' };
  }
  const { relation, reasons } = compareStatements(own, other, NEWS);
  return relation === 'same' || relation === 'contradicts' ? { relation, difference: reasons.join(', ') } : null;
}

const TAKEN_BACK = new RegExp(
  String.raw`\s(?:${sourceOfAll(({ takenBackLeads }) => takenBackLeads)})\s(?<clause>.{20,})$`,
  'isu',
);

/** What a retraction takes back: the clause behind "that", or the whole of it. */
function takenBackIn(text: string): string {
  return TAKEN_BACK.exec(text)?.groups?.['clause'] ?? text;
}

/** An item with its text as it was read. */
export interface ReadItem {
  readonly item: BriefingItem;
  readonly read: ReadStatement;
}

/** Items to keep, and items that only repeat another one of their outlet. */
interface SortedCopies {
  readonly kept: readonly ReadItem[];
  readonly duplicates: readonly BriefingItem[];
}

/**
 * Removes what an outlet says twice, and marks what one takes over from another. Of copies the confirmed one counts as
 * the original, then the earliest. The result does not depend on the order of the items.
 *
 * @param earlier items kept already
 */
export function sortOutCopies(items: readonly ReadItem[], earlier: readonly ReadItem[]): SortedCopies {
  const kept: ReadItem[] = [];
  const duplicates: BriefingItem[] = [];
  for (const candidate of items.toSorted(byOriginality)) {
    const known = [...earlier, ...kept].filter((other) => areOnOneSubject(candidate.item, other.item));
    if (known.some((other) => repeats(candidate, other))) {
      duplicates.push(candidate.item);
      continue;
    }
    const original = known.find((other) => other.item.outlet !== candidate.item.outlet && isCopy(candidate, other));
    const copyOf = original === undefined ? null : (original.item.copyOf ?? original.item.itemId);
    kept.push({ ...candidate, item: { ...candidate.item, copyOf } });
  }
  return { kept, duplicates };
}

/** Items are compared within one theme, or as signals of one entry of the taxonomy. */
function areOnOneSubject(
  first: Pick<BriefingItem, 'themeId' | 'taxonomyId'>,
  second: Pick<BriefingItem, 'themeId' | 'taxonomyId'>,
): boolean {
  if (first.themeId !== null || second.themeId !== null) return first.themeId === second.themeId;
  return first.taxonomyId !== null && first.taxonomyId === second.taxonomyId;
}

function byOriginality({ item: a }: ReadItem, { item: b }: ReadItem): number {
  return (
    a.status.localeCompare(b.status) ||
    Date.parse(a.publishedAt) - Date.parse(b.publishedAt) ||
    a.locator.localeCompare(b.locator) ||
    a.itemId.localeCompare(b.itemId)
  );
}

/** The same outlet says it again; on the same page also in other words. */
function repeats(first: ReadItem, second: ReadItem): boolean {
  if (first.item.outlet !== second.item.outlet || first.item.isRetraction !== second.item.isRetraction) return false;
  const isOnSamePage = first.item.locator === second.item.locator;
  if (isOnSamePage && compareStatements(first.read, second.read, NEWS).relation === 'same') return true;
  const { language } = first.read;
  const isNear = language === second.read.language && isNearDuplicate(first.item.text, second.item.text, language);
  return isNear && agree(first, second);
}

/** Nearly word for word. */
function isCopy(first: ReadItem, second: ReadItem): boolean {
  const texts = [first.item.text, second.item.text];
  if (texts.some((text) => comparableWords(text).length < FEWEST_COPIED_WORDS)) return false;
  const distinct = withoutNearCopies(texts, (text) => ({ text, heading: null, document: null }));
  return distinct.length === 1 && agree(first, second);
}

/** A single "not" makes another statement of a copy. */
function agree({ read: first }: ReadItem, { read: second }: ReadItem): boolean {
  const { relation } = compareStatements(first, second, { ...NEWS, isOneMatter: true });
  return relation !== 'contradicts' && relation !== 'differs';
}
