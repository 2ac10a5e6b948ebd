import type { BriefingClaim, BriefingItem, ItemRelation } from '@plumbline/contracts/briefings/briefing-items';
import { comparableWords } from '@plumbline/language/comparable-words';
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
export function repetitionsOf(items: readonly BriefingItem[], known: readonly KnownStatement[]): ItemRelation[] {
  const others = [...known, ...items.map(statementOf)];
  return items.flatMap((item, index) =>
    others
      .slice(0, known.length + index)
      .filter(({ subject }) => subject === subjectKeyOf(item))
      .filter((other) => item.copyOf === other.id || isCopy(item, other))
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
): ReadonlyMap<string, BriefingItem> {
  const kept = new Map<string, BriefingItem>();
  for (const candidate of items.toSorted(byOriginality)) {
    const known = [...earlier, ...kept.values()].filter((other) => subjectKeyOf(candidate) === subjectKeyOf(other));
    if (known.some((other) => other.outlet === candidate.outlet && isCopy(candidate, other))) continue;
    const original = known.find((other) => other.outlet !== candidate.outlet && isCopy(candidate, other));
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

/** The same words in the same order, whatever their marks. Another wording is another statement until a model compares it. */
function isCopy({ text }: { readonly text: string }, other: { readonly text: string }): boolean {
  const [words, others] = [comparableWords(text), comparableWords(other.text)];
  return words.length >= FEWEST_COPIED_WORDS && words.join(' ') === others.join(' ');
}
