import type { PdfLayer, PdfLine, PdfPage } from './pdf-layer.ts';

/** Running heads and feet that are left out, and the page numbers in them. */
export interface RunningLines {
  readonly lines: ReadonlySet<PdfLine>;
  /** Printed page numbers by physical page, empty where a page has none; null when no line counts the pages. */
  readonly labels: readonly string[] | null;
  /** The head of at least half of the pages, if it does not count them; null without one. */
  readonly head: string | null;
}

/** Running heads and feet lie in the upper or lower part of a page: this share of its height. */
const MARGIN_SHARE = 0.15;
/**
 * On how many pages a line must appear at the same height, and on which share of the pages from its first to its last.
 */
const MIN_PAGES = 3;
const MIN_SHARE = 0.5;
/** Heights that differ by less than this share of the page's height count as equal. */
const SAME_HEIGHT = 0.01;

/** Words with which page numbers are printed in several languages. */
const PAGE = '(?:page|pages|seiten?|blatt|pp?|pg|s|str|página|pagina|strona|sida|side)';
const OF = '(?:of|von|de|sur|di|z|av)';
const PAGE_NUMBER = new RegExp(`^(?:\\P{L}|(?<!\\p{L})(?:${PAGE}|${OF})(?!\\p{L}))*$`, 'iu');
/** A page number before or after other words. */
const BESIDE_PAGE_NUMBER = new RegExp(
  `^\\P{L}{0,40}\\d{1,8}\\s{0,8}[|•·–—]|(?:[|•·–—]|\\s-|(?<!\\p{L})${PAGE}\\.?)\\s{0,8}\\d{1,8}(?:\\s{0,8}(?:/|${OF})\\s{0,8}\\d{1,8})?\\P{L}{0,40}$`,
  'iu',
);

const NUMBER = /\d+/g;
const ROMAN_LINE = /^[^\p{L}\p{N}]*([ivxlcdm]{1,9})[^\p{L}\p{N}]*$/iu;
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1_000 };

interface Occurrence {
  readonly page: number;
  readonly line: PdfLine;
  /** As a share of the page's height. */
  readonly height: number;
  readonly numbers: readonly { readonly printed: string; readonly value: number }[];
}

/** The same line on successive pages: its numbers stay the same, or count the pages. */
interface Chain {
  readonly occurrences: Occurrence[];
  /** By position in the line; null before the second occurrence. */
  counting: readonly boolean[] | null;
}

/**
 * Finds the running heads and feet of a document: lines on at least three pages, at the same height in the upper or
 * lower margin, that differ at most in a number that counts the pages. Rows of a table across pages differ in other
 * numbers. Left and right pages, and chapters, may have different lines.
 */
export function findRunningLines({ text, pages }: PdfLayer): RunningLines {
  const chains = new Map<string, Chain[]>();
  for (const [index, page] of pages.entries()) {
    for (const line of page.lines.filter((candidate) => isInMargin(candidate, page))) {
      const { key, numbers } = readNumbers(text.slice(line.start, line.end));
      const occurrence = { page: index, line, height: line.base / page.height, numbers };
      const alike = chains.get(key) ?? [];
      chains.set(key, alike);
      const chain = alike.find((candidate) => continues(candidate, occurrence));
      if (chain === undefined) alike.push({ occurrences: [occurrence], counting: null });
      else extend(chain, occurrence);
    }
  }
  const running = [...chains.values()].flat().filter(isRunning);
  const inChains = new Set(running.flatMap(({ occurrences }) => occurrences.map(({ line }) => line)));
  const others = pages.flatMap((page) => page.lines.filter((line) => !inChains.has(line)));
  const said = new Set(others.flatMap(({ start, end }) => wordsIn(text.slice(start, end))));
  const repeated = running
    .map((chain) => ({ chain, lines: leftOut(chain, text, said) }))
    .filter(({ lines }) => lines.length > 0);
  const lines = repeated.flatMap((one) => one.lines);
  const numbered = repeated.map(({ chain }) => chain);
  return { lines: new Set(lines), labels: labelsOf(numbered, pages.length), head: headOf(running, text, pages.length) };
}

function isInMargin({ base }: PdfLine, { height }: PdfPage): boolean {
  return base < height * MARGIN_SHARE || base > height * (1 - MARGIN_SHARE);
}

/** The line without its numbers, and its numbers. */
function readNumbers(words: string): { key: string; numbers: Occurrence['numbers'] } {
  const roman = ROMAN_LINE.exec(words)?.[1];
  if (roman !== undefined) return { key: '#', numbers: [{ printed: roman, value: romanValue(roman) }] };
  const numbers = [...words.matchAll(NUMBER)].map(([printed]) => ({ printed, value: Number(printed) }));
  return { key: words.replaceAll(NUMBER, '#').replaceAll(/\s+/g, ' ').trim(), numbers };
}

function romanValue(letters: string): number {
  const values = Array.from(letters.toLowerCase(), (letter) => ROMAN_VALUES[letter] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

function continues({ occurrences, counting }: Chain, next: Occurrence): boolean {
  const last = occurrences.at(-1);
  if (last === undefined || last.page >= next.page || Math.abs(last.height - next.height) > SAME_HEIGHT) return false;
  return next.numbers.every(({ value }, place) => {
    const before = last.numbers[place]?.value ?? Number.NaN;
    const counts = value - before === next.page - last.page;
    return counting === null ? counts || value === before : counts === counting[place] && (counts || value === before);
  });
}

function extend(chain: Chain, next: Occurrence): void {
  const last = chain.occurrences.at(-1);
  chain.counting ??= next.numbers.map(({ value }, place) => value !== last?.numbers[place]?.value);
  chain.occurrences.push(next);
}

function isRunning({ occurrences }: Chain): boolean {
  const [first] = occurrences;
  const last = occurrences.at(-1);
  if (first === undefined || last === undefined || occurrences.length < MIN_PAGES) return false;
  return occurrences.length >= (last.page - first.page + 1) * MIN_SHARE;
}

/**
 * The lines of a chain that only repeat what the text says. Without its words elsewhere, a head stays on its first page and a
 * foot on its last, where they hardly ever part a sentence. Figures that count the pages repeat something only if they are page
 * numbers: in a file with a record on each page they number the records.
 */
function leftOut({ occurrences, counting }: Chain, text: string, said: ReadonlySet<string>): PdfLine[] {
  const lines = occurrences.map(({ line }) => line);
  const words = lines.map(({ start, end }) => text.slice(start, end).trim());
  if (words.every((one) => PAGE_NUMBER.test(one) || ROMAN_LINE.test(one))) return lines;
  const counts = counting?.filter(Boolean).length ?? 0;
  const isNumbered = (line: PdfLine, index: number): boolean =>
    BESIDE_PAGE_NUMBER.test(words[index] ?? '') || hasNumberApart(line, text);
  if (counts > 1 || (counts === 1 && !lines.every(isNumbered))) return [];
  const isSaid = (word: string): boolean => said.has(word) || (counts > 0 && /^\p{N}+$/u.test(word));
  if (words.every((one) => wordsIn(one).every(isSaid))) return lines;
  return (occurrences[0]?.height ?? 0) > 1 / 2 ? lines.slice(1) : lines.slice(0, -1);
}

/** Whether a gap sets the number at one end of the line apart. */
function hasNumberApart({ cells }: PdfLine, text: string): boolean {
  const ends = cells.length > 1 ? [cells.at(0), cells.at(-1)] : [];
  return ends.some((cell) => cell !== undefined && /^\P{L}*$/u.test(text.slice(cell.start, cell.end)));
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function headOf(running: readonly Chain[], text: string, pageCount: number): string | null {
  const heads = running
    .filter(({ occurrences, counting }) => occurrences.length * 2 >= pageCount && !counting?.includes(true))
    .flatMap(({ occurrences: [first] }) => first ?? [])
    .filter(({ height }) => height > 1 / 2)
    .sort((a, b) => b.height - a.height)
    .map(({ line }) => text.slice(line.start, line.end).replaceAll(/\s+/g, ' ').trim());
  return heads.find((head) => /\p{L}/u.test(head)) ?? null;
}

/** Page numbers from lines with exactly one number that counts the pages. */
function labelsOf(running: readonly Chain[], pageCount: number): string[] | null {
  const labels = new Array<string>(pageCount).fill('');
  for (const { occurrences, counting } of running) {
    const places = (counting ?? []).flatMap((counts, place) => (counts ? [place] : []));
    const [place] = places;
    if (place === undefined || places.length > 1) continue;
    for (const { page, numbers } of occurrences) labels[page] ||= numbers[place]?.printed ?? '';
  }
  return labels.every((label) => label === '') ? null : labels;
}
