import { MIN_QUOTE_LENGTH, type Quote } from '../../../workflows/contracts/evidence/evidence.ts';
import { readableText } from '../../language/text/readable-text.ts';

const OPENING = /^[„“”«»"]/u;
const IN_MARKS = /^[„“»«"][\s\S]*[“”«»"]$/u;

/**
 * A claim that consists only of words of a quote, put in quotation marks; null if it contains other words. A model may
 * say nothing else from a passage that addresses a program.
 */
export function quotationOf(text: string, quotes: readonly Pick<Quote, 'text'>[], language: string): string | null {
  const words = bare(enclosedIn(text.trim()));
  const isTaken = quotes.some((quote) => bare(readableText(quote.text)).includes(words));
  if (words.length < MIN_QUOTE_LENGTH || !isTaken) return null;
  const trimmed = text.trim();
  if (IN_MARKS.test(trimmed)) return trimmed;
  return language === 'de' ? `„${trimmed}“` : `“${trimmed}”`;
}

/** What is between quotation marks; a text that does not begin with one as it is. */
function enclosedIn(text: string): string {
  if (!OPENING.test(text)) return text;
  return text
    .slice(1)
    .replace(/[.,;]$/u, '')
    .replace(/[“”«»"]$/u, '')
    .trim();
}

/** Whether a text is a quotation of one of these quotes. */
export function isQuotationOf(text: string, quotes: readonly Pick<Quote, 'text'>[]): boolean {
  return quotationOf(text, quotes, 'en') === text;
}

/** The words in one line, without the sentence's full stop. */
function bare(words: string): string {
  return words
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.,;]$/u, '');
}
