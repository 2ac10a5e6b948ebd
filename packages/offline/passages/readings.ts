import type { Finding } from '@plumbline/contracts/evidence/finding';
import { fileFormatOf, isForPrograms } from '@plumbline/documents/formats';
import { NO_LANGUAGE } from '@plumbline/language/detection';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { readableText } from '@plumbline/text/readable-text';
import { isWebAddress } from '@plumbline/web/addresses';
import type { Span } from './passage-entries.ts';
import { createPlaceReader } from './place-reading.ts';

/**
 * Reads the places of a finding's quotes from the stored text, by key: the whole unit around each, in lines. Writing and checking a
 * report each do so, so that neither has to trust the other.
 */
export async function readPlaces(
  { quotes, passageSpan, headingPath, locator }: Pick<Finding, 'quotes' | 'passageSpan' | 'headingPath' | 'locator'>,
  texts: StoredTexts,
): Promise<ReadonlyMap<string, string>> {
  const { text } = await texts.read(passageSpan.textHash);
  const isCode = !isWebAddress(locator) && isForPrograms(fileFormatOf(locator));
  if (text === null) return new Map(quotes.map((quote) => [quote.key, readableText(quote.text)]));
  // What is shown says where it leaves out the rest of its section.
  const section = isCode ? passageSpan : sectionAround(text, passageSpan, headingPath);
  const read = createPlaceReader(text.slice(section.start, section.end), isCode ? NO_LANGUAGE : undefined);
  return new Map(
    quotes.map((quote) => {
      const { start, end } = quote.unit ?? quote;
      const span = { start: start - section.start, end: end - section.start };
      return [quote.key, read(span, quote.unit === undefined ? 'unmarked' : 'marked')];
    }),
  );
}

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
