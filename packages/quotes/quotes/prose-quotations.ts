import { MIN_QUOTE_LENGTH } from '@plumbline/contracts/evidence/finding';
import type { Span } from './shown-spans.ts';

/** Words in quotation marks inside a text. Offsets cover the words without their marks; `end` exclusive. */
export interface ProseQuotation extends Span {
  readonly text: string;
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

// Quotations of any length, code, emphasised titles, addresses and the targets of links.
const NOT_OWN_WORDS = new RegExp(
  `${MARKED.join('|')}|\`[^\`]+\`|(?<![\\p{L}\\p{N}*])\\*[^*\\s][^*]*\\*|(?<![\\p{L}\\p{N}_])_[^_\\s][^_]*_(?![\\p{L}\\p{N}])|\\]\\([^)]{0,1000}\\)|https?:\\/\\/\\S+`,
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
