import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { comparable, overlapIn } from '../answers/comparable-text.ts';
import { renderTable, showShare } from '../answers/figure-table.ts';
import type { RunSteps } from '../answers/run-steps.ts';
import { countTrue, shareTrue } from '../answers/share.ts';
import type { PageQuestion } from './question-file.ts';

/** How one question fared. */
export interface PageFigures {
  readonly id: string;
  /** The stored text of the file holds the phrase, whatever its white space. */
  readonly phraseLocated: boolean;
  /** A task ranked a passage of the expected page first. */
  readonly pageRankedFirst: boolean;
  /** The first citation of the report is of the expected page. */
  readonly pageFirst: boolean;
  /** Any citation is. */
  readonly pageQuoted: boolean;
  /** A verbatim quotation from that page covers half of the phrase or more. */
  readonly phraseQuoted: boolean;
  /** What the first citation quotes. */
  readonly firstPlace: string;
}

/** What a run did about a question. */
export interface PageRun {
  readonly steps: Pick<RunSteps, 'searches'>;
  /** Null: no readable report. */
  readonly record: Pick<ResearchRecord, 'report'> | null;
}

/** @param storedText of the expected file, which may have been skipped: empty then */
export function toFigures(
  { id, file, page, phrase }: PageQuestion,
  { steps, record }: PageRun,
  storedText: string,
): PageFigures {
  const citations = (record?.report.citations ?? []).toSorted((a, b) => a.number - b.number);
  const [first] = citations;
  const document = comparable(storedText);
  const wanted = comparable(phrase);
  const ofPage = citations.filter((citation) => citation.locator === file && citation.page === page);
  return {
    id,
    phraseLocated: document.includes(wanted),
    pageRankedFirst: steps.searches.some(({ ranked: [hit] }) => hit?.locator === file && hit.passage?.page === page),
    pageFirst: first !== undefined && ofPage.includes(first),
    pageQuoted: ofPage.length > 0,
    phraseQuoted: ofPage.some(
      ({ quote }) =>
        storedText.slice(quote.start, quote.end) === quote.text &&
        overlapIn(document, comparable(quote.text), wanted) * 2 >= wanted.length,
    ),
    firstPlace: first === undefined ? 'nothing' : `${first.locator} p. ${first.page ?? '–'}`,
  };
}

const NAMES = ['phraseLocated', 'pageRankedFirst', 'pageFirst', 'pageQuoted', 'phraseQuoted'] as const;
export type PageTotals = Readonly<Record<(typeof NAMES)[number], number | null>>;

/** Shares of the questions, 0..1. */
export function totalOf(figures: readonly PageFigures[]): PageTotals {
  const share = (name: (typeof NAMES)[number]) => shareTrue(figures.map((question) => question[name]));
  // Every figure has its entry.
  return Object.fromEntries(NAMES.map((name) => [name, share(name)])) as PageTotals;
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
