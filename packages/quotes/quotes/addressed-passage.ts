import { addressKeyOf } from '@plumbline/contracts/evidence/citation-key';
import { type Finding, MIN_QUOTE_LENGTH } from '@plumbline/contracts/evidence/finding';
import { NO_LANGUAGE } from '@plumbline/language/detection';
import { splitSentences } from '@plumbline/language/sentences';
import { splitBlocks } from '@plumbline/text/markdown-blocks';

/** Offsets into a stored text, `end` exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A passage as a model sees it: before each sentence, list entry, row and line of code stands its address, `[p12.3]`. A
 * model names addresses and copies no words, so what it cites is what the source says.
 */
export interface AddressedPassage {
  /** `p12`, unique within a prompt. */
  readonly label: string;
  readonly findingId: string;
  /** The words of the passage. */
  readonly text: string;
  /** Where the passage begins in its stored text. */
  readonly start: number;
  /** What can be cited, in order; the first is `p12.1`. Offsets into the stored text. */
  readonly units: readonly Span[];
}

/** @param language ISO 639-1 code of the passage, or `und` */
export function addressPassage(
  label: string,
  { findingId, passageSpan: { start } }: Pick<Finding, 'findingId' | 'passageSpan'>,
  text: string,
  language: string,
): AddressedPassage {
  const units = citableUnits(text, language).map((unit) => ({ start: start + unit.start, end: start + unit.end }));
  return { label, findingId, text, start, units };
}

/** What can be cited of a text: sentences and entries of prose, rows of tables, lines of code with a word. A heading cannot. */
export function citableUnits(text: string, language: string): Span[] {
  if (language === NO_LANGUAGE) return linesOf(text, 0, text.length);
  const headings = splitBlocks(text).filter(({ kind }) => kind === 'heading');
  return splitSentences(text, language)
    .filter(({ start }) => !headings.some((heading) => heading.start <= start && start < heading.end))
    .flatMap(({ kind, start, end }) => (kind === 'code' ? linesOf(text, start, end) : [{ start, end }]));
}

function linesOf(text: string, start: number, end: number): Span[] {
  return [...text.slice(start, end).matchAll(/\S.*/g)].flatMap(({ index, 0: line }) =>
    /[\p{L}\p{N}]/u.test(line) ? [{ start: start + index, end: start + index + line.trimEnd().length }] : [],
  );
}

/** The passage with its addresses. The caller makes the words inert. */
export function showAddressed(
  { label, text, start, units }: AddressedPassage,
  inert: (text: string) => string,
): string {
  const borders = units.map((unit) => unit.start - start);
  const pieces = [0, ...borders].map((from, index) => inert(text.slice(from, borders[index] ?? text.length)));
  return pieces.map((piece, index) => (index === 0 ? piece : `[${label}.${index}] ${piece}`)).join('');
}

/** `p12.3` or `p12.3-5`; models also write `p12.3–p12.5`. */
const ADDRESS = /(?<label>p\d+)\.(?<first>\d+)(?:\s*[-–]\s*(?:p\d+\.)?(?<last>\d+))?/gu;

/** Addresses in brackets: `[p12.3]`, `[p12.3-5; p13.1]`. */
export const ADDRESS_MARK = /\[\s*p\d+\.\d+[^\][]{0,200}\]/gu;

/**
 * The citation keys of the words that addresses name. An address that no passage has is left out, and reported.
 *
 * @param text anything with addresses in it
 */
export function resolveAddresses(
  text: string,
  passages: ReadonlyMap<string, AddressedPassage>,
): { readonly keys: string[]; readonly unknown: string[] } {
  const keys: string[] = [];
  const unknown: string[] = [];
  for (const { 0: address, groups } of text.matchAll(ADDRESS)) {
    const { label = '', first = '', last = first } = groups ?? {};
    const passage = passages.get(label);
    const span = passage === undefined ? null : spanOf(passage, Number(first), Number(last));
    if (passage === undefined || span === null) unknown.push(address);
    else keys.push(addressKeyOf({ findingId: passage.findingId, ...span }));
  }
  return { keys: [...new Set(keys)], unknown };
}

/** From one unit to another; words too short to be a quotation are widened by their neighbours. Null: there is no such unit. */
function spanOf({ units, text, start: origin }: AddressedPassage, first: number, last: number): Span | null {
  let from = Math.min(first, last) - 1;
  let to = Math.max(first, last) - 1;
  if (units[from] === undefined || units[to] === undefined) return null;
  const length = (): number => (units[to]?.end ?? 0) - (units[from]?.start ?? 0);
  while (length() < MIN_QUOTE_LENGTH && (from > 0 || to < units.length - 1)) {
    if (to < units.length - 1) to += 1;
    else from -= 1;
  }
  const [opening, closing] = [units[from], units[to]];
  if (opening === undefined || closing === undefined) return null;
  if (length() >= MIN_QUOTE_LENGTH) return { start: opening.start, end: closing.end };
  // A passage of one short line, with the heading above it.
  return text.length < MIN_QUOTE_LENGTH ? null : { start: origin, end: origin + text.length };
}
