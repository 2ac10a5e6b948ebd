import { comparable, overlapIn } from '../answers/comparable-text.ts';
import { renderTable, showShare } from '../answers/figure-table.ts';
import { countTrue, shareTrue } from '../answers/share.ts';
import type { PageQuestion } from './question-file.ts';
import type { QuestionResearch } from './question-research.ts';

/** How one question fared. */
export interface PageFigures {
  readonly id: string;
  /** The first passage lies on the expected page. */
  readonly pageFound: boolean;
  /** The stored text of the file holds the phrase, whatever its white space. */
  readonly phraseLocated: boolean;
  /** A verbatim quotation from that page covers half of the phrase or more. */
  readonly phraseQuoted: boolean;
  /** Where the first passage lies instead. */
  readonly firstPlace: string;
}

/** @param storedText of the expected file, which may have been skipped: empty then */
export function toFigures(
  { id, file, page, phrase }: PageQuestion,
  { ranked, quotes }: QuestionResearch,
  storedText: string,
): PageFigures {
  const [first] = ranked;
  const document = comparable(storedText);
  const wanted = comparable(phrase);
  const phraseQuoted = quotes.some(({ locator, quote }) => {
    if (locator !== file || quote.page !== page || storedText.slice(quote.start, quote.end) !== quote.text)
      return false;
    return overlapIn(document, comparable(quote.text), wanted) * 2 >= wanted.length;
  });
  return {
    id,
    pageFound: first?.locator === file && first.passage.page === page,
    phraseLocated: document.includes(wanted),
    phraseQuoted,
    firstPlace: first === undefined ? 'nothing' : `${first.locator} p. ${first.passage.page ?? '–'}`,
  };
}

const NAMES = ['pageFound', 'phraseQuoted', 'phraseLocated'] as const;
export type PageTotals = Readonly<Record<(typeof NAMES)[number], number | null>>;

/** Shares of the questions, 0..1. */
export function totalOf(figures: readonly PageFigures[]): PageTotals {
  const share = (name: (typeof NAMES)[number]) => shareTrue(figures.map((question) => question[name]));
  return { pageFound: share('pageFound'), phraseQuoted: share('phraseQuoted'), phraseLocated: share('phraseLocated') };
}

export function renderPageFigures(figures: readonly PageFigures[]): string {
  const total = totalOf(figures);
  const rows = NAMES.map((name) => {
    const { count, n } = countTrue(figures.map((question) => question[name]));
    return [name, showShare(total[name]), `${count} of ${n}`];
  });
  return renderTable(['figure', 'share', 'questions'], rows);
}

export function renderPageQuestion({ id, firstPlace, ...figures }: PageFigures): string {
  const missed = NAMES.filter((name) => !figures[name]);
  return `${id}  first: ${firstPlace}${missed.length === 0 ? '' : `  MISSED: ${missed.join(', ')}`}`;
}
