import { addressKeyOf } from '@plumbline/contracts/evidence/citation-key';
import { type Finding, MIN_QUOTE_LENGTH, MIN_UNIT_LENGTH } from '@plumbline/contracts/evidence/finding';
import { modelReadSpans } from '@plumbline/contracts/evidence/model-read';
import { NO_LANGUAGE } from '@plumbline/language/detection';
import { splitSentences } from '@plumbline/language/sentences';
import { splitBlocks } from '@plumbline/text/markdown-blocks';
import type { Span } from './shown-spans.ts';

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

/** What a picture shows, in words: `![Figure 2: …](tank.png)`. */
const CAPTION = /(?<=!\[)[^\][\s]+(?: [^\][\s]+){2,200}(?=\]\()/gu;
const SAYS_SOMETHING = /[\p{L}\p{N}\p{So}]/u;

/**
 * What can be cited of a text: sentences and entries of prose, rows of tables, captions, lines of code with a word, and as a whole
 * what a model read in a picture. A heading cannot.
 */
export function citableUnits(text: string, language: string): Span[] {
  const isSaid = ({ start, end }: Span): boolean => SAYS_SOMETHING.test(text.slice(start, end));
  if (language === NO_LANGUAGE) return linesOf(text, 0, text.length).filter(isSaid);
  const isHeading = meets(splitBlocks(text).filter(({ kind }) => kind === 'heading'));
  const units = splitSentences(text, language)
    .filter(({ start }) => !isHeading({ start, end: start + 1 }))
    .flatMap(({ kind, start, end }) => (kind === 'code' ? linesOf(text, start, end) : [{ start, end }]))
    .filter(isSaid);
  const captions = [...text.matchAll(CAPTION)].map((one) => ({ start: one.index, end: one.index + one[0].length }));
  const isInUnit = meets(units);
  const alone = captions.filter((one) => !isInUnit(one));
  return modelReadSpans(text)
    .reduce(joinedAt, [...units, ...alone])
    .sort((one, other) => one.start - other.start);
}

/** Units that touch a span as one with it. */
function joinedAt(units: readonly Span[], span: Span): Span[] {
  const isTouching = ({ start, end }: Span): boolean => start < span.end && span.start < end;
  const whole = units
    .filter(isTouching)
    .reduce((one, { start, end }) => ({ start: Math.min(one.start, start), end: Math.max(one.end, end) }), span);
  return [...units.filter((unit) => !isTouching(unit)), whole];
}

/** Whether a span meets one of these; both are asked and given in the order of the text, so that each is looked at once. */
function meets(spans: readonly Span[]): (one: Span) => boolean {
  let at = 0;
  return ({ start, end }) => {
    while ((spans[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at++;
    return (spans[at]?.start ?? Number.POSITIVE_INFINITY) < end;
  };
}

function linesOf(text: string, start: number, end: number): Span[] {
  return [...text.slice(start, end).matchAll(/\S.*/g)].map(({ index, 0: line }) => {
    return { start: start + index, end: start + index + line.trimEnd().length };
  });
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

/**
 * From one unit to another. Words too short to be a quotation are widened by their neighbours, unless they are a row, an entry or a
 * line of their own. Null: there is no such unit.
 */
function spanOf({ units, text, start: origin }: AddressedPassage, first: number, last: number): Span | null {
  let from = Math.min(first, last) - 1;
  let to = Math.max(first, last) - 1;
  const span = (): Span => ({ start: units[from]?.start ?? 0, end: units[to]?.end ?? 0 });
  const isEnough = ({ start, end }: Span): boolean =>
    end - start >= MIN_QUOTE_LENGTH || (end - start >= MIN_UNIT_LENGTH && isWhole(text, start - origin, end - origin));
  if (units[from] === undefined || units[to] === undefined) return null;
  while (!isEnough(span()) && (from > 0 || to < units.length - 1)) {
    if (to < units.length - 1) to += 1;
    else from -= 1;
  }
  return isEnough(span()) ? span() : null;
}

/** Whether words begin a line, or the entry in it, and end one. */
function isWhole(text: string, start: number, end: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return /^[\s>]*(?:(?:[-*+•]|\(?\w{1,4}[.)])\s+)?$/u.test(before) && /^[ \t]*(?:\r?\n|$)/u.test(text.slice(end));
}
