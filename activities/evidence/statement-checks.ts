import type { Quote } from '../../workflows/contracts/evidence.ts';
import type { Statement } from '../../workflows/contracts/statement.ts';
import { locateQuote } from '../text/quote-location.ts';
import { figuresIn } from './figures.ts';
import { readableText } from './readable-text.ts';

/** What a model's statement is held against. */
export interface StatementEvidence {
  readonly quotes: readonly Quote[];
  /** Stored texts of the cited sources: words in quotation marks must stand there. */
  readonly sourceTexts: readonly string[];
  /** Texts whose figures the statement may use: the cited quotes' surroundings, the question, the person's answers. */
  readonly figureTexts: readonly string[];
}

// Shorter words in quotation marks are names and terms.
const QUOTATION = /["„“»«]([^"“”„«»]{20,})["“”»«]/gu;

/** What is wrong with an offline statement: it has to be the words of a quote that it cites. */
export function findVerbatimFault({ text }: Statement, quotes: readonly Quote[]): string | null {
  return quotes.some((quote) => readableText(quote.text) === text)
    ? null
    : 'the statement is not the words of its quote';
}

/** What is wrong with a statement that a model wrote: an invented quotation, or a figure that no evidence holds. */
export function findStatementFault({ text }: Statement, evidence: StatementEvidence): string | null {
  for (const [, quotation] of text.matchAll(QUOTATION)) {
    const isLocated = evidence.sourceTexts.some((source) => locateQuote(quotation ?? '', source) !== null);
    if (!isLocated) return 'a quotation does not stand in the cited sources';
  }
  const known = figuresIn([...evidence.quotes.map((quote) => quote.text), ...evidence.figureTexts].join('\n'));
  const invented = [...figuresIn(text)].find((figure) => !known.has(figure));
  return invented === undefined ? null : `the figure ${invented} does not stand in the cited evidence`;
}

/** The text without the quotations in it. */
export function withoutQuotations(text: string): string {
  return text.replace(QUOTATION, ' ');
}
