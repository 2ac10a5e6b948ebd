import type { CitedWords } from '@plumbline/evidence/statement-rules';
import { splitSentences } from '@plumbline/language/sentences';
import type { ShownPassage } from '../../steps/judge-entailment.ts';

/** A longer block beside cited words is no sentence that tells what they are about. */
const LONGEST_AROUND = 400;
/** How far before an entry of a list its introduction may stand, in characters. */
const INTRODUCED_WITHIN = 2_500;
const ENTRY = /^\s*(?:[-*•+]|\(?\w{1,3}[.)])\s/u;
const ROW = /^[ \t]*\|/u;
const GAP = { number: null, text: ' … ' };

/** Words of a stored text, and the text around them where it is known. */
export interface PlacedWords {
  readonly place: string;
  readonly textHash: string;
  readonly start: number;
  readonly text: string;
  readonly around: Stretch & { readonly language: string };
}

/** A part of a stored text, by its offset there. */
interface Stretch {
  readonly start: number;
  readonly text: string;
}

export function placeWords({ quote, passage: { text, start, place, language, finding } }: CitedWords): PlacedWords {
  const isOfPassage = quote.textHash === finding.passageSpan.textHash;
  const around = isOfPassage ? { start, text } : quote;
  return { place, textHash: quote.textHash, start: quote.start, text: quote.text, around: { ...around, language } };
}

/** Cited words under numbers, each once however often and by however many statements it is cited. */
export interface NumberedWords {
  readonly passages: readonly ShownPassage[];
  /** The numbers of cited words: several where others cite a part of them. */
  readonly numbersOf: (words: PlacedWords) => readonly number[];
}

/** Words with a sentence on either side are joined where they overlap or touch. */
export function numberWords(cited: readonly PlacedWords[]): NumberedWords {
  const numbered: (Stretch & { readonly key: string; readonly number: number })[] = [];
  const passages = [...Map.groupBy(cited, keyOf)].map(([key, words]): ShownPassage => {
    const number = (piece: Stretch): ShownPassage['pieces'][number] => {
      const isCited = words.some((one) => isWithin(piece, one)) && /[\p{L}\p{N}]/u.test(piece.text);
      if (!isCited) return { number: null, text: piece.text };
      numbered.push({ ...piece, key, number: numbered.length + 1 });
      return { number: numbered.length, text: piece.text };
    };
    const around = words.flatMap((one) => [...introductionOf(one), withSentencesAround(one)]);
    const stretches = joined(around).map((stretch) => cutAt(stretch, words).map(number));
    const pieces = stretches.flatMap((stretch, index) => (index === 0 ? stretch : [GAP, ...stretch]));
    return { place: words[0]?.place ?? '', pieces };
  });
  return {
    passages,
    numbersOf: (words) =>
      numbered.filter((piece) => piece.key === keyOf(words) && isWithin(piece, words)).map(({ number }) => number),
  };
}

function keyOf({ textHash, place }: PlacedWords): string {
  return `${textHash}\n${place}`;
}

function isWithin(piece: Stretch, words: Stretch): boolean {
  return piece.start >= words.start && endOf(piece) <= endOf(words);
}

function endOf({ start, text }: Stretch): number {
  return start + text.length;
}

/** The last sentence before the list of an entry, without which it has no verb, and the names of the columns of a row. */
function introductionOf(words: PlacedWords): Stretch[] {
  const { text, start, language } = words.around;
  const from = words.start - start;
  const entry = text.lastIndexOf('\n', from) + 1;
  if (ROW.test(text.slice(entry))) return headOf(text, entry).map((row) => ({ ...row, start: start + row.start }));
  if (!ENTRY.test(text.slice(entry, from + 8))) return [];
  let end = entry;
  for (let line = lineBefore(text, end); end > 0 && isOfList(text.slice(line, end)); line = lineBefore(text, end))
    end = line;
  const first = Math.max(0, end - LONGEST_AROUND);
  const found = splitSentences(text.slice(first, end), language).at(-1);
  if (found === undefined || entry - end > INTRODUCED_WITHIN) return [];
  return [{ start: start + first + found.start, text: text.slice(first + found.start, first + found.end) }];
}

/** The first row of a table. */
function headOf(text: string, row: number): Stretch[] {
  const lines = text.slice(0, row).split(/(?<=\n)/u);
  const first = lines.findLastIndex((line) => !ROW.test(line)) + 1;
  return lines.slice(first, first + 1).map((head) => ({ start: lines.slice(0, first).join('').length, text: head }));
}

function lineBefore(text: string, end: number): number {
  return end <= 1 ? 0 : text.lastIndexOf('\n', end - 2) + 1;
}

/** A blank line, an entry, or what goes on in one. */
function isOfList(line: string): boolean {
  return line.trim() === '' || ENTRY.test(line) || /^\s{2,}\S/u.test(line);
}

/** Up to the end of the blanks that follow, so that neighbours touch. */
function withSentencesAround(words: PlacedWords): Stretch {
  const { text, start, language } = words.around;
  const [from, to] = [words.start - start, endOf(words) - start];
  const sentences = splitSentences(text, language).filter((one) => one.end - one.start <= LONGEST_AROUND);
  const before = sentences.findLast(({ end }) => end <= from && text.slice(end, from).trim() === '');
  const after = sentences.find((one) => one.start >= to && text.slice(to, one.start).trim() === '');
  const [first, last] = [before?.start ?? from, after?.end ?? to];
  const blanks = /^\s*/u.exec(text.slice(last))?.[0].length ?? 0;
  return { start: start + first, text: text.slice(first, last + blanks) };
}

function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const next of [...stretches].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last === undefined || next.start > endOf(last)) result.push(next);
    else result[result.length - 1] = { start: last.start, text: last.text + next.text.slice(endOf(last) - next.start) };
  }
  return result;
}

/** The pieces between the borders of all cited words. */
function cutAt(stretch: Stretch, cited: readonly Stretch[]): Stretch[] {
  const ends = [stretch, ...cited].flatMap((one) => [one.start, endOf(one)]);
  const borders = [...new Set(ends)].filter((at) => at >= stretch.start && at <= endOf(stretch)).sort((a, b) => a - b);
  return borders.slice(1).map((end, index) => {
    const start = borders[index] ?? stretch.start;
    return { start, text: stretch.text.slice(start - stretch.start, end - stretch.start) };
  });
}
