import { type Count, countOf } from '../answers/share.ts';
import { citedNumbers, withoutMarks } from './citation-marks.ts';
import type { CorpusQuotes } from './corpus-quotes.ts';
import { findFragments } from './fragments.ts';
import type { ReadReport } from './read-report.ts';
import { findRepeatedFacts, type RepeatedFact } from './repeated-facts.ts';
import type { ListedSource } from './source-list.ts';

/** What the text of a report shows without a judge. */
export interface TextFigures {
  readonly bodyWords: number;
  readonly appendixWords: number;
  readonly sources: number;
  readonly documents: number;
  /** Marks in the body. */
  readonly citations: number;
  /** Sentences and entries that cite something, outside the list of limitations. */
  readonly citedSentences: Count;
  /** Cited quotations that stand in their document, of those with words and a readable document. */
  readonly quotesFound: Count;
  /** Marks whose number the list of sources does not have. */
  readonly citationsWithoutSource: number;
  readonly repeatedFacts: readonly RepeatedFact[];
  readonly emptyCells: Count;
  readonly fragments: readonly string[];
  readonly firstParagraphCites: boolean;
}

/**
 * @param sources what its citations quote; those of its record are exact, those of its Markdown as far as it shows them
 */
export async function measureText(
  report: ReadReport,
  { sources, language, quotes }: MeasuredAgainst,
): Promise<TextFigures> {
  const { statements, words } = report;
  const told = statements.filter(({ form, isLimitation }) => form !== 'cell' && !isLimitation);
  const cited = new Set(statements.flatMap(({ citations }) => citations));
  const used = sources.filter(({ number }) => cited.has(number));
  const known = new Set(sources.map(({ number }) => number));
  const marks = statements.flatMap(({ citations }) => citations);
  const found = await Promise.all(used.map((source) => quotes.isFound(source)));
  return {
    bodyWords: words.body,
    appendixWords: words.appendix,
    sources: sources.length,
    documents: new Set(sources.flatMap(({ place }) => place ?? [])).size,
    citations: marks.length,
    citedSentences: countOf(told, ({ citations }) => citations.length > 0),
    quotesFound: countOf(
      found.filter((isFound) => isFound !== null),
      (isFound) => isFound,
    ),
    citationsWithoutSource: marks.filter((number) => !known.has(number)).length,
    repeatedFacts: findRepeatedFacts(statements, language),
    emptyCells: countOf(
      statements.filter(({ form }) => form === 'cell'),
      ({ text }) => /^(?:[-–—?\s]*|n\/a)$/iu.test(withoutMarks(text)),
    ),
    fragments: findFragments(statements, language),
    firstParagraphCites: citedNumbers(report.firstParagraph).length > 0,
  };
}

export interface MeasuredAgainst {
  readonly sources: readonly ListedSource[];
  /** ISO 639-1 code of the report. */
  readonly language: string;
  readonly quotes: CorpusQuotes;
}
