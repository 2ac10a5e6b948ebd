import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import { fileFormatOf, isForPrograms } from '@plumbline/documents/formats';
import { NO_LANGUAGE } from '@plumbline/language/detection';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { readableText } from '@plumbline/text/readable-text';
import { isWebAddress } from '@plumbline/web/addresses';
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
  const language = !isWebAddress(locator) && isForPrograms(fileFormatOf(locator)) ? NO_LANGUAGE : undefined;
  const readerOf = ({ start, end }: Span) =>
    text === null ? null : createStatementReader({ text: text.slice(start, end), headingPath, language });
  const read = readerOf(passageSpan);
  // What is shown says where it leaves out the rest of its section.
  const section = text === null || language !== undefined ? passageSpan : sectionAround(text, passageSpan, headingPath);
  const readShown = section === passageSpan ? read : readerOf(section);
  const say = (quote: Quote, span: Span, layout: StatementLayout): string => {
    if (read === null || readShown === null) return readableText(quote.text);
    const from = layout === 'line' ? passageSpan.start : section.start;
    const own = { start: span.start - from, end: span.end - from };
    const { lead, words } = (layout === 'line' ? read : readShown)(own, layout);
    // A page that was saved as a file for programs.
    if (words === '') return readableText(quote.text);
    // A passage is shown below the heading that would lead it.
    return layout === 'line' ? `${lead}${words}` : words;
  };
  return new Map(
    quotes.map((quote) => {
      const statement = say(quote, quote, 'line');
      const unit = say(quote, quote.unit ?? quote, 'lines');
      return [quote.key, { statement, unit: quote.unit === undefined && !LEFT_OUT.test(unit) ? statement : unit }];
    }),
  );
}

/** What a passage says of entries that it leaves out. */
const LEFT_OUT = /\(\+\d{1,9}\)$/u;

/** The passage with the rest of its section, from the heading that it stands below to the next. */
function sectionAround(text: string, { start, end }: Span, headingPath: readonly string[]): Span {
  const before = text.slice(Math.max(0, start - LONGEST_SECTION), start);
  const behind = text.slice(end, end + LONGEST_SECTION);
  const own = withoutMarks(headingPath.at(-1) ?? '');
  const heading = [...before.matchAll(HEADING)].findLast(([line]) => own !== '' && withoutMarks(line) === own);
  const next = behind.search(HEADING);
  return {
    start: heading === undefined ? start : start - before.length + heading.index,
    end: end + (next === -1 ? behind.length : next),
  };
}

/** In characters, on either side. */
const LONGEST_SECTION = 10_000;
const HEADING = /^#{1,6}[ \t].*$/gm;

function withoutMarks(heading: string): string {
  return heading.replace(/[^\p{L}\p{N}]+/gu, '');
}
