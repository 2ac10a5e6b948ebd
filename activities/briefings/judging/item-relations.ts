import type { BriefingClaim, BriefingItem, ItemRelation } from '@plumbline/contracts/briefings/briefing-items';
import { findContradiction } from '@plumbline/evidence/claims';
import { comparableWords, isNearDuplicate, withoutNearCopies } from '@plumbline/language/copies';
import type { ShownStatement } from '../../steps/judge-news.ts';

/** Shorter sentences may well be equal by chance. */
const FEWEST_COPIED_WORDS = 8;

/** What news are compared with: an item, or a claim of the previous output. */
export interface KnownStatement extends ShownStatement {
  /** Only statements on one subject are compared: a theme, or an entry of the taxonomy. */
  readonly subject: string;
}

export function statementOf(item: BriefingItem): KnownStatement {
  const { itemId, text, outlet, publishedAt } = item;
  return { id: itemId, text, subject: subjectKeyOf(item), from: `${outlet}, ${publishedAt.slice(0, 10)}` };
}

export function statementOfClaim({ claimId, text, themeId, outlets, evidencedAt }: BriefingClaim): KnownStatement {
  const from = [...outlets, evidencedAt.slice(0, 10)].join(', ');
  return { id: claimId, text, subject: subjectKeyOf({ themeId, taxonomyId: null }), from };
}

function subjectKeyOf({ themeId, taxonomyId }: Pick<BriefingItem, 'themeId' | 'taxonomyId'>): string {
  return themeId === null ? `taxonomy ${taxonomyId}` : `theme ${themeId}`;
}

/** Which new items repeat each other, or what was known, word for word. */
export function repetitionsOf(
  items: readonly BriefingItem[],
  known: readonly KnownStatement[],
  language: string,
): ItemRelation[] {
  const others = [...known, ...items.map(statementOf)];
  return items.flatMap((item, index) =>
    others
      .slice(0, known.length + index)
      .filter(({ subject }) => subject === subjectKeyOf(item))
      .filter((other) => item.copyOf === other.id || isCopy(item, other, language))
      .map(({ id }): ItemRelation => ({ itemId: item.itemId, otherId: id, relation: 'same', difference: '' })),
  );
}

/**
 * Removes what an outlet says twice, and marks what one takes over from another. Of copies the confirmed one counts as
 * the original, then the earliest. The result does not depend on the order of the items.
 *
 * @param earlier items kept already
 * @returns the items to keep, by id
 */
export function sortOutCopies(
  items: readonly BriefingItem[],
  earlier: readonly BriefingItem[],
  language: string,
): ReadonlyMap<string, BriefingItem> {
  const kept = new Map<string, BriefingItem>();
  for (const candidate of items.toSorted(byOriginality)) {
    const known = [...earlier, ...kept.values()].filter((other) => subjectKeyOf(candidate) === subjectKeyOf(other));
    if (known.some((other) => repeats(candidate, other, language))) continue;
    const original = known.find((other) => other.outlet !== candidate.outlet && isCopy(candidate, other, language));
    kept.set(candidate.itemId, { ...candidate, copyOf: original?.copyOf ?? original?.itemId ?? null });
  }
  return kept;
}

function byOriginality(a: BriefingItem, b: BriefingItem): number {
  return (
    a.status.localeCompare(b.status) ||
    Date.parse(a.publishedAt) - Date.parse(b.publishedAt) ||
    a.locator.localeCompare(b.locator) ||
    a.itemId.localeCompare(b.itemId)
  );
}

/** The same outlet says it again, perhaps in another order. */
function repeats(first: BriefingItem, second: BriefingItem, language: string): boolean {
  if (first.outlet !== second.outlet || first.isRetraction !== second.isRetraction) return false;
  return isNearDuplicate(first.text, second.text, language) && agree(first.text, second.text, language);
}

/** Nearly word for word. */
function isCopy({ text }: { readonly text: string }, other: { readonly text: string }, language: string): boolean {
  const texts = [text, other.text];
  if (texts.some((one) => comparableWords(one).length < FEWEST_COPIED_WORDS)) return false;
  const distinct = withoutNearCopies(texts, (one) => ({ text: one, heading: null, document: null }));
  return distinct.length === 1 && agree(text, other.text, language);
}

/** Whether the longer text replaces no word of the other and denies none: a single "not" makes another statement of a copy. */
function agree(first: string, second: string, language: string): boolean {
  const [words, others] = [new Set(comparableWords(first)), new Set(comparableWords(second))];
  const [fewer, more] = words.size < others.size ? [words, others] : [others, words];
  if ([...fewer].some((word) => !more.has(word))) return false;
  return findContradiction(first, second, language) === null && findContradiction(second, first, language) === null;
}
