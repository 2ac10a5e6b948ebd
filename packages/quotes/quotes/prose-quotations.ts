import { MIN_QUOTE_LENGTH } from '@plumbline/contracts/evidence/finding';

/** Words in quotation marks inside a text. Offsets cover the words without their marks; `end` exclusive. */
export interface ProseQuotation {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

// Each opening mark with its own closing mark, so that text between two quoted terms is not taken for a quotation.
const MARKED: readonly string[] = [
  '„([^„“”]*)[“”]',
  '„([^„"]*)"',
  '“([^“”]*)”',
  '»([^»«]*)«',
  '«([^»«]*)»',
  '"([^"]*)"',
  '‚([^‚‘]*)‘',
  '‘([^‘’]*)’(?!\\p{L})',
  "(?<![\\p{L}\\p{N}])'((?:[^']|(?<=\\p{L})'(?=\\p{L}))*)'(?!\\p{L})",
];
const QUOTATION = new RegExp(MARKED.join('|'), 'dgu');

/** Quotations long enough to be a source's wording; shorter ones are names and terms. */
export function quotationsIn(text: string): ProseQuotation[] {
  return [...text.matchAll(QUOTATION)].flatMap((match) => {
    const group = match.findIndex((part, index) => index > 0 && part !== undefined);
    const [start, end] = match.indices?.[group] ?? [0, 0];
    const words = text.slice(start, end);
    return words.trim().length < MIN_QUOTE_LENGTH ? [] : [{ text: words, start, end }];
  });
}

/** Replaces the words of quotations in a text. */
export function replaceQuotations(
  text: string,
  quotations: readonly ProseQuotation[],
  wordsOf: (quotation: ProseQuotation) => string,
): string {
  let replaced = '';
  let from = 0;
  for (const quotation of quotations) {
    replaced += text.slice(from, quotation.start) + wordsOf(quotation);
    from = quotation.end;
  }
  return replaced + text.slice(from);
}

// Quotations of any length, code, emphasised titles, addresses and the targets of links.
const NOT_OWN_WORDS = new RegExp(
  `${MARKED.join('|')}|\`[^\`]+\`|(?<![\\p{L}\\p{N}*])\\*[^*\\s][^*]*\\*|(?<![\\p{L}\\p{N}_])_[^_\\s][^_]*_(?![\\p{L}\\p{N}])|\\]\\([^)]*\\)|https?:\\/\\/\\S+`,
  'gu',
);
const MASK = '·';

/** Masks, at the same length, what are not the writer's own words: quotations, titles, code, addresses. */
export function maskForeignWords(text: string): string {
  return text.replace(NOT_OWN_WORDS, (part) =>
    part.replace(/[\p{L}\p{N}]/gu, (character) => MASK.repeat(character.length)),
  );
}

/** A masked text without its mask. */
export function withoutMask(masked: string): string {
  return masked.replaceAll(MASK, '').replace(/\s+/g, ' ').trim();
}
