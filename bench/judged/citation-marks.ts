/** `[3]`, `[3, 7]` or `[3–5]`, but no link, no definition and no escaped bracket. */
const MARK = /(?<!\\)\[(\d{1,4}(?:\s*[-–,;]\s*\d{1,4})*)\](?![(:])/gu;
const LONGEST_RANGE = 50;
/** The same with the comma to the next one. */
const LISTED_MARK = new RegExp(String.raw`${MARK.source}(?:\s*[,;]\s*(?=\[\d))?`, 'gu');
/** Marks next to each other. */
const MARKS = new RegExp(String.raw`(?:${LISTED_MARK.source}\s*)+`, 'gu');

/** Marks behind the end of a sentence belong to that sentence. */
const MARKS_BEHIND_END = /([.!?…]["”“»)*]*)\s*((?:\[\d[\d\s,;–-]*\]\s*)+)(?=\s|$)/gu;

/** The numbers that a text cites, one for each mark, in order. */
export function citedNumbers(text: string): number[] {
  return [...text.matchAll(MARK)].flatMap(([, inside = '']) => inside.split(/[,;]/).flatMap(numbersIn));
}

function numbersIn(part: string): number[] {
  const [first = Number.NaN, last = first] = part.split(/[-–]/).map(Number);
  if (!(last >= first) || last - first > LONGEST_RANGE) return [first];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** The text without its marks. */
export function withoutMarks(text: string): string {
  return text
    .replaceAll(LISTED_MARK, '')
    .replaceAll(/\s+([.,;:!?])/gu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** Pieces of a text, each with the numbers that are cited right behind it. */
export function citedPieces(text: string): { readonly text: string; readonly citations: readonly number[] }[] {
  let start = 0;
  const pieces = [...text.matchAll(MARKS)].map(({ 0: marks, index }) => {
    const piece = { text: text.slice(start, index), citations: citedNumbers(marks) };
    start = index + marks.length;
    return piece;
  });
  return [...pieces, { text: text.slice(start), citations: [] }];
}

/** The same text with its marks in front of the full stop, so that a sentence holds what it cites. */
export function withMarksInside(text: string): string {
  return text.replaceAll(MARKS_BEHIND_END, (_, end: string, marks: string) => ` ${marks.trim()}${end} `);
}

/** Every mark on its own: `[3][4]`, however the author writes several. */
export function withPlainMarks(text: string): string {
  return text.replaceAll(LISTED_MARK, (mark) =>
    citedNumbers(mark)
      .map((number) => `[${number}]`)
      .join(''),
  );
}
