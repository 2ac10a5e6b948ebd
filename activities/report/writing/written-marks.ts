import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Span } from '@plumbline/language/sentences';
import { TEXT_MARK } from '@plumbline/text/text-marks';

/** The citation keys of the addresses in a mark, and the addresses that there are not. */
export type ResolveMark = (mark: string) => { readonly keys: readonly string[]; readonly unknown: readonly string[] };

/** What the marks of a text say of it. */
export type Marked = Pick<Claim, 'citations' | 'derivation' | 'absence'>;

/** A mark, and where it stands in the text without marks. */
export interface PlacedMark {
  readonly at: number;
  readonly mark: string;
}

/** Words of a text without its marks, and where they are bold. */
export interface UnmarkedText {
  readonly words: string;
  readonly marks: readonly PlacedMark[];
  readonly bold: readonly Pick<Span, 'start' | 'end'>[];
}

/** Signs around bold words. */
export const BOLD_START = '\uE002';
export const BOLD_END = '\uE003';

const ADDRESSES =
  /(?:[[【]\s{0,3})?p\d{1,4}\.\d{1,4}(?:[\s,;–-]{1,3}(?:p\d{1,4}\.)?\d{1,4}(?![\d.]{0,9}[*/+]))*(?:\s{0,3}[\]】])?/giu;
const HOLDERS = /[\uE000-\uE003]/gu;
const HELD = /(?<![ \t])[ \t]*\uE000(\d+)\uE001/u;
const HAS_HELD = /\uE000\d+\uE001/u;
/** Behind a mark, words that would run into those before it. */
const RUNS_ON = /^\uE002?[\p{L}\p{N}`"“„(]/u;

/**
 * Puts a placeholder for each mark, so that no Markdown is read in it: a product has asterisks, a line that begins with an
 * address looks like the definition of a link.
 */
export function holdMarks(markdown: string): { readonly text: string; readonly held: readonly string[] } {
  const held: string[] = [];
  const text = markdown.replace(HOLDERS, '').replace(TEXT_MARK, (mark) => `\uE000${held.push(mark) - 1}\uE001`);
  return { text, held };
}

export function hasMark(text: string): boolean {
  return HAS_HELD.test(text);
}

/** The words of a text with placeholders, where its marks were, and what is bold. */
export function takeMarks(text: string, held: readonly string[]): UnmarkedText {
  const [opening = '', ...rest] = text.split(HELD);
  let words = opening;
  const marks: PlacedMark[] = [];
  for (let index = 0; index < rest.length; index += 2) {
    const mark = held[Number(rest[index])];
    if (mark !== undefined) marks.push({ at: words.trimEnd().length, mark });
    const piece = rest[index + 1] ?? '';
    const needsSpace = RUNS_ON.test(piece) && !/(?:^|[\s(])$/u.test(words);
    words += needsSpace ? ` ${piece}` : /(?:^|\s)$/u.test(words) ? piece.trimStart() : piece;
  }
  return withoutSigns(words, marks);
}

function withoutSigns(signed: string, marks: readonly PlacedMark[]): UnmarkedText {
  const lengthOf = (text: string): number => text.replace(HOLDERS, '').length;
  const before = (at: number): number => lengthOf(signed.slice(0, at));
  const bold = [...signed.matchAll(/\uE002([^\uE002\uE003]+)\uE003/gu)].map(({ 0: all, index }) => ({
    start: before(index),
    end: before(index) + lengthOf(all),
  }));
  return {
    words: signed.replace(HOLDERS, ''),
    marks: marks.map(({ at, mark }) => ({ at: before(at), mark })),
    bold,
  };
}

/** What marks say, with the addresses that there are not. */
export function readMarks(
  marks: readonly string[],
  resolve: ResolveMark,
): { readonly marked: Marked; readonly unknown: readonly string[] } {
  const resolved = marks.map(resolve);
  const searched = marks.flatMap((mark) => contentOf(mark, 'none') ?? []);
  const [computed] = marks.flatMap((mark) => derivationIn(mark) ?? []);
  return {
    marked: {
      citations: [...new Set(resolved.flatMap(({ keys }) => keys))],
      ...(computed !== undefined && { derivation: computed }),
      ...(searched.length > 0 && { absence: { searched: searched.join('; ') } }),
    },
    unknown: resolved.flatMap(({ unknown }) => unknown),
  };
}

function derivationIn(mark: string): Claim['derivation'] | null {
  const content = contentOf(mark, 'calc')?.replace(ADDRESSES, '');
  const [, expression = '', result = ''] = /^(.+)[=≈]([^=≈]+)$/su.exec(content ?? '') ?? [];
  if (expression.trim() === '' || result.trim() === '') return null;
  return { expression: tidy(expression), result: tidy(result) };
}

function contentOf(mark: string, name: 'none' | 'calc'): string | null {
  const [, content] = new RegExp(String.raw`^[\W_]*${name}\s*:\s*(.*?)\s*[\]】]\W*$`, 'isu').exec(mark) ?? [];
  return content ?? null;
}

function tidy(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
