import type { Quote } from '../../workflows/contracts/evidence.ts';
import type { Statement } from '../../workflows/contracts/statement.ts';
import { readableText } from '../reading/readable-text.ts';
import { locateQuote } from '../text/quote-location.ts';
import { conflictsInFigures } from './figure-conflict.ts';
import { areAmong, figuresIn } from './figures.ts';
import { type ProseQuotation, quotationsIn, replaceQuotations } from './prose-quotations.ts';

/** What a model's statement is held against. */
export interface StatementEvidence {
  readonly quotes: readonly Quote[];
  /** Stored texts of the cited sources: words in quotation marks must stand there. */
  readonly sourceTexts: readonly string[];
  /** Texts whose figures the statement may use: the cited quotes' surroundings, the question, the person's answers. */
  readonly figureTexts: readonly string[];
  /** ISO 639-1 code of the statement. */
  readonly language: string;
}

/** What becomes a link, or asks to be opened; without the punctuation behind it. */
const ADDRESS =
  /(?:[a-z][a-z\d+.-]*:\/\/|(?<![\p{L}\p{N}])(?:www\.|mailto:|data:|javascript:))[^\s<>"“”„«»]*[^\s<>"“”„«».,;:!?)\]}'’]/giu;

/** The text that may stand, or what is wrong with it. */
export type CheckedText =
  | { readonly text: string; readonly fault: null }
  | { readonly text: null; readonly fault: string };

/**
 * What is wrong with an offline statement: it has to be the words of a quote that it cites, alone or with the subject that
 * the passage gives them.
 *
 * @param readings of its quotes, as `readStatements` reads them from the stored text
 */
export function findVerbatimFault(
  { text }: Statement,
  quotes: readonly Quote[],
  readings: readonly string[],
): string | null {
  return readings.includes(text) || quotes.some((quote) => readableText(quote.text) === text)
    ? null
    : 'the statement is not the words of its quote';
}

/**
 * Checks what a model wrote: quotations in it must stand in the cited sources and get the source's spelling, and it may
 * have no address or figure that no evidence holds, nor the words of a quote with another figure.
 */
export function checkStatement(text: string, evidence: StatementEvidence): CheckedText {
  const { quotes, figureTexts, language } = evidence;
  const quotations = checkQuotations(text, evidence.sourceTexts);
  if (quotations.text === null) return quotations;
  const address = (text.match(ADDRESS) ?? []).find((found) => !holds(evidence, found));
  if (address !== undefined) return refused('an address does not stand in the cited sources');
  const figures = [...figuresIn(text)];
  const known = figuresIn([...quotes.map((quote) => quote.text), ...figureTexts].join('\n'));
  const invented = figures.find((figure) => !known.has(figure));
  if (invented !== undefined) return refused(`the figure ${invented} does not stand in the cited evidence`);
  // Of two quotes that differ in a figure only, a statement may cite both and agree with one.
  const isCarried = quotes.some((quote) => areAmong(figures, figuresIn(quote.text)));
  const changed = quotes.find((quote) => conflictsInFigures(text, readableText(quote.text), language));
  if (isCarried || changed === undefined) return quotations;
  return refused(`a figure differs from the words of quote ${changed.key}`);
}

/** In the sources, or in what the person wrote. */
function holds({ sourceTexts, figureTexts }: StatementEvidence, words: string): boolean {
  return [...sourceTexts, ...figureTexts].some((text) => text.includes(words));
}

/** Gives every quotation in a text the spelling of the source in which it stands; one that stands in none is a fault. */
function checkQuotations(text: string, sourceTexts: readonly string[]): CheckedText {
  const words = new Map<ProseQuotation, string>();
  const quotations = quotationsIn(text);
  for (const quotation of quotations) {
    const located = sourceTexts.map((source) => sourceWords(quotation.text, source)).find((found) => found !== null);
    if (located === undefined || located === null) return refused('a quotation does not stand in the cited sources');
    words.set(quotation, located);
  }
  return { text: replaceQuotations(text, quotations, (quotation) => words.get(quotation) ?? ''), fault: null };
}

/** The source's words for a quotation, in one line. Another number word is another fact, however few its letters. */
function sourceWords(quotation: string, source: string): string | null {
  // The full stop of the sentence around it may stand inside the marks.
  const located = locateQuote(quotation, source) ?? locateQuote(quotation.replace(/[.,;]\s*$/u, ''), source);
  if (located === null) return null;
  const words = source.slice(located.start, located.end).replace(/\s+/g, ' ').trim();
  const [figures, others] = [figuresIn(quotation), figuresIn(words)];
  return figures.size === others.size && areAmong(figures, others) ? words : null;
}

function refused(fault: string): CheckedText {
  return { text: null, fault };
}
