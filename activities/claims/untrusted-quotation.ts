import { MIN_QUOTE_LENGTH, type Quote } from '../../workflows/contracts/evidence.ts';
import { readableText } from '../text/readable-text.ts';

const ENCLOSED = /^\s*[„“”«»"]\s*([\s\S]*?)\s*[“”«»"]?[.,;]?\s*$/u;
const IN_MARKS = /^[„“»«"][\s\S]*[“”«»"]$/u;

/**
 * A claim that consists only of words of a quote, put in quotation marks; null if it contains other words. A model may
 * say nothing else from a passage that addresses a program.
 */
export function quotationOf(text: string, quotes: readonly Pick<Quote, 'text'>[], language: string): string | null {
  const words = bare(ENCLOSED.exec(text)?.[1] ?? text);
  const isTaken = quotes.some((quote) => bare(readableText(quote.text)).includes(words));
  if (words.length < MIN_QUOTE_LENGTH || !isTaken) return null;
  const trimmed = text.trim();
  if (IN_MARKS.test(trimmed)) return trimmed;
  return language === 'de' ? `„${trimmed}“` : `“${trimmed}”`;
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
