import type { Finding, Quote } from '../../../workflows/contracts/evidence/evidence.ts';
import { fileFormatOf, isForPrograms } from '../../corpus/documents/file-format.ts';
import type { StoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { isWebAddress } from '../../corpus/web-pages/canonical-address.ts';
import { NO_LANGUAGE } from '../../language/text/language.ts';
import { readableText } from '../../language/text/readable-text.ts';
import type { Span } from './passage-entries.ts';
import { createStatementReader, type StatementLayout } from './statement-reading.ts';

/** What a report without a model can say in the words of one quote. */
export interface QuoteReading {
  /** The quote's words, with the subject that its passage gives them. */
  readonly statement: string;
  /** The words of the whole unit around it, in lines; the statement itself where it has none. */
  readonly unit: string;
}

/**
 * Reads the quotes of a finding, by key. Writing and checking a report each read them from the stored text, so that
 * neither has to trust the other.
 */
export async function readStatements(
  { quotes, passageSpan, headingPath, locator }: Pick<Finding, 'quotes' | 'passageSpan' | 'headingPath' | 'locator'>,
  texts: StoredTexts,
): Promise<ReadonlyMap<string, QuoteReading>> {
  const { text } = await texts.read(passageSpan.textHash);
  const passage = text?.slice(passageSpan.start, passageSpan.end);
  const language = !isWebAddress(locator) && isForPrograms(fileFormatOf(locator)) ? NO_LANGUAGE : undefined;
  const read = passage === undefined ? null : createStatementReader({ text: passage, headingPath, language });
  const say = (quote: Quote, span: Span, layout: StatementLayout): string => {
    if (read === null) return readableText(quote.text);
    const own = { start: span.start - passageSpan.start, end: span.end - passageSpan.start };
    const { lead, words } = read(own, layout);
    // A page that was saved as a file for programs.
    if (words === '') return readableText(quote.text);
    // A passage is shown below the heading that would lead it.
    return layout === 'line' ? `${lead}${words}` : words;
  };
  return new Map(
    quotes.map((quote) => {
      const statement = say(quote, quote, 'line');
      return [quote.key, { statement, unit: quote.unit === undefined ? statement : say(quote, quote.unit, 'lines') }];
    }),
  );
}
