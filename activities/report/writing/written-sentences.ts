import type { Piece } from '@plumbline/contracts/evidence/claim';
import { splitSentences } from '@plumbline/language/sentences';
import { readMarks, type ResolveMark, type UnmarkedText } from './written-marks.ts';

/** Bold words that open a paragraph or an entry, and are no statement of their own. */
const LONGEST_RUN_IN_HEAD = 60;
export const SENTENCE_END = /[.!?…]["'”“»)]*$/u;
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/** Each sentence with the marks in it and behind it. A head in bold belongs to the sentence that it opens. */
export function sentencesOf(text: UnmarkedText, language: string): UnmarkedText[] {
  const { words, marks } = text;
  const ends: number[] = [];
  for (const { start, end } of splitSentences(words, language)) {
    const before = ends.at(-1);
    if (before === start && before !== undefined) ends[ends.length - 1] = end;
    else ends.push(end);
  }
  const behindMarks = marks.map(({ at }) => at).filter((at) => endsSentence(words, at));
  const all = [...new Set([...ends.slice(0, -1), ...behindMarks])].sort((one, other) => one - other);
  const borders = isRunInHead(text, all[0]) ? all.slice(1) : all;
  return [0, ...borders]
    .map((start, index) => sliceOf(text, start, borders[index] ?? Infinity))
    .filter((sentence) => sentence.words !== '');
}

/** A mark behind a full stop ends the sentence, also behind what may be an ordinal. */
function endsSentence(words: string, at: number): boolean {
  return SENTENCE_END.test(words.slice(0, at)) && /^\s+[^\p{Ll}\s]/u.test(words.slice(at));
}

function isRunInHead({ words, marks, bold }: UnmarkedText, end: number | undefined): boolean {
  if (end === undefined || end > LONGEST_RUN_IN_HEAD || marks.some(({ at }) => at <= end)) return false;
  const [head] = bold;
  const isAllBold = head !== undefined && words.slice(0, head.start).trim() === '' && head.end <= end;
  return isAllBold && !SAYS_SOMETHING.test(words.slice(head.end, end));
}

/** A part of a text without the spaces around it; a mark right at its start is of the part before it. */
function sliceOf({ words, marks, bold }: UnmarkedText, from: number, to: number): UnmarkedText {
  const cut = words.slice(from, to);
  const text = cut.trim();
  const start = from + cut.length - cut.trimStart().length;
  const within = (at: number): number => Math.min(Math.max(at - start, 0), text.length);
  return {
    words: text,
    marks: marks
      .filter(({ at }) => (at > from || from === 0) && at <= to)
      .map(({ at, mark }) => ({ at: within(at), mark })),
    bold: bold
      .map((span) => ({ start: within(span.start), end: within(span.end) }))
      .filter(({ start: first, end }) => first < end),
  };
}

/** The whole text without the spaces around it. */
export function trimmed(text: UnmarkedText): UnmarkedText {
  return sliceOf(text, 0, Infinity);
}

/** The same text, with further marks at its end. */
export function markedAtEnd<Marked extends UnmarkedText>(text: Marked, marks: readonly string[]): Marked {
  return { ...text, marks: [...text.marks, ...marks.map((mark) => ({ at: text.words.length, mark }))] };
}

/** The text piece by piece, where it has bold words or marks within; null: it is plain, with all marks at its end. */
export function piecesOf({ words, marks, bold }: UnmarkedText, resolve: ResolveMark): Piece[] | null {
  const ends = ({ at }: { readonly at: number }): boolean => at === 0 || !SAYS_SOMETHING.test(words.slice(at));
  const placed = marks.map((one) => ({
    at: ends(one) ? words.length : one.at,
    citations: readMarks([one.mark], resolve).marked.citations,
  }));
  const cited = placed.filter(({ citations }) => citations.length > 0);
  if (bold.length === 0 && cited.every(({ at }) => at === words.length)) return null;
  const inner = [...cited.map(({ at }) => at), ...bold.flatMap(({ start, end }) => [start, end])];
  const borders = [...new Set([...inner, words.length])].filter((at) => at > 0).sort((one, other) => one - other);
  return borders.map((end, index) => {
    const start = borders[index - 1] ?? 0;
    const isBold = bold.some((span) => span.start <= start && end <= span.end);
    const citations = [...new Set(cited.filter(({ at }) => at === end).flatMap((one) => one.citations))];
    return { text: words.slice(start, end), ...(isBold && { isBold: true as const }), citations };
  });
}
