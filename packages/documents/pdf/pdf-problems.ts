import { counted } from '@plumbline/contracts/common/counted';
import { joinProblems } from '../text/file-format.ts';
import type { PdfLayer, PdfPage } from './pdf-layer.ts';

export const DAMAGED = 'the text layer is damaged; another program must renew it by OCR';
const UNREAD_LETTER = /\p{L}\uFFFD|\uFFFD\p{L}/u;

/** What was not read, and on which pages; null if nothing is missing. */
export function problemOf({ text, pages }: PdfLayer, damaged: ReadonlySet<number>, unread: string): string | null {
  const where = (isMeant: (page: PdfPage, index: number) => boolean): string =>
    rangesOf(pages.flatMap((page, index) => (isMeant(page, index) ? [index + 1] : [])));
  const problems = [
    [where((_, index) => damaged.has(index)), DAMAGED],
    [where(({ isPicture, recognition }) => isPicture && recognition === null), `no text; ${unread}`],
    ...recognitionsIn(pages, where),
    [
      where(({ start, end }, index) => !damaged.has(index) && UNREAD_LETTER.test(text.slice(start, end))),
      'letters in words could not be read',
    ],
    [where(({ isUnchecked }) => isUnchecked), 'may hold hidden words, which were not looked for'],
  ] as const;
  return joinProblems(
    problems.map(([place, problem]) =>
      place === '' ? null : `${/^\d+$/.test(place) ? 'page' : 'pages'} ${place}: ${problem}`,
    ),
  );
}

/** Of recognised pages: how sure their words are on average, and what of them was left out. */
function recognitionsIn(
  pages: readonly PdfPage[],
  where: (isMeant: (page: PdfPage) => boolean) => string,
): (readonly [string, string])[] {
  const recognised = pages.filter((page) => page.recognition !== null);
  const surenessOf = (some: readonly PdfPage[]): number =>
    Math.round(
      some.reduce((sum, { recognition }) => sum + (recognition?.confidence ?? 0), 0) / Math.max(1, some.length),
    );
  const [unsure, read] = [
    recognised.filter(({ isPicture }) => isPicture),
    recognised.filter((page) => !page.isPicture),
  ];
  const lines = read.reduce((sum, { recognition }) => sum + (recognition?.illegible ?? 0), 0);
  return [
    [where((page) => unsure.includes(page)), `no text; OCR is only ${surenessOf(unsure)} % sure of its words`],
    [where((page) => read.includes(page)), `read by OCR, ${surenessOf(read)} % sure`],
    [
      where((page) => read.includes(page) && page.recognition?.illegible !== 0),
      `${counted(lines, 'line')} left out, which OCR cannot read`,
    ],
  ];
}

/** `1, 3–7` */
function rangesOf(numbers: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range?.last === number - 1) range.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
}
