/** A part of one text item of a page. */
export interface ItemRange {
  readonly item: number;
  readonly start: number;
  readonly end: number;
}

/** Letters at the beginning and the end that must match if other text is between them. */
const ANCHOR_LENGTH = 20;
/** A running head or a footnote within a quotation makes it longer by about so much. */
const LONGEST_DETOUR = 1.6;

/**
 * Finds words on a page whose text comes in items, as a PDF has it. Only letters and digits count: spaces, hyphens at
 * line ends and ligatures differ between the stored text and the page.
 *
 * @returns nothing where the page does not have the words
 */
export function findOnPage(items: readonly string[], words: string): ItemRange[] {
  const letters = items.flatMap((text, item) => lettersOf(text).map((letter) => ({ ...letter, item })));
  const page = letters.map(({ letter }) => letter).join('');
  const wanted = lettersOf(words)
    .map(({ letter }) => letter)
    .join('');
  if (wanted === '') return [];
  const span = spanOf(page, wanted);
  return span === null ? [] : rangesOf(letters.slice(span.start, span.end));
}

interface Letter {
  /** One letter or digit, folded. */
  readonly letter: string;
  readonly start: number;
  readonly end: number;
}

/** Compatibility forms are taken apart: `ﬁ` is two letters at one place. */
function lettersOf(text: string): Letter[] {
  let position = 0;
  return Array.from(text).flatMap((character) => {
    const start = position;
    position += character.length;
    const folded = character
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '');
    // As code units, because offsets in the joined text are counted in them.
    return folded.split('').map((letter) => ({ letter, start, end: start + character.length }));
  });
}

function spanOf(page: string, wanted: string): { readonly start: number; readonly end: number } | null {
  const exact = page.indexOf(wanted);
  if (exact >= 0) return { start: exact, end: exact + wanted.length };
  if (wanted.length < 2 * ANCHOR_LENGTH) return null;
  const start = page.indexOf(wanted.slice(0, ANCHOR_LENGTH));
  const last = start < 0 ? -1 : page.indexOf(wanted.slice(-ANCHOR_LENGTH), start);
  const end = last + ANCHOR_LENGTH;
  return last < 0 || end - start > wanted.length * LONGEST_DETOUR ? null : { start, end };
}

function rangesOf(letters: readonly (Letter & { readonly item: number })[]): ItemRange[] {
  return [...Map.groupBy(letters, ({ item }) => item)].map(([item, found]) => ({
    item,
    start: Math.min(...found.map(({ start }) => start)),
    end: Math.max(...found.map(({ end }) => end)),
  }));
}
