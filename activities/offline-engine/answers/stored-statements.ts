import type { Finding, Quote } from '../../../workflows/contracts/evidence/evidence.ts';
import type { StoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { createPauses } from '../../language/text/pauses.ts';
import { readableText } from '../../language/text/readable-text.ts';
import type { Span } from '../passages/passage-entries.ts';
import { createStatementReader } from '../passages/statement-reading.ts';
import { type QuoteReading, toReadableFinding } from './evidence-reading.ts';
import type { SourcedFinding } from './report-quotes.ts';

/**
 * Reads the quotes of a finding, by key. Writing and checking a report each read them from the stored text, so that
 * neither has to trust the other.
 */
export async function readStatements(
  { quotes, passageSpan, headingPath }: Pick<Finding, 'quotes' | 'passageSpan' | 'headingPath'>,
  texts: StoredTexts,
): Promise<ReadonlyMap<string, QuoteReading>> {
  const { text } = await texts.read(passageSpan.textHash);
  const passage = text?.slice(passageSpan.start, passageSpan.end);
  const read = passage === undefined ? null : createStatementReader({ text: passage, headingPath });
  const say = (quote: Quote, span: Span): string => {
    if (read === null) return readableText(quote.text);
    const { lead, words } = read({ start: span.start - passageSpan.start, end: span.end - passageSpan.start });
    return `${lead}${words}`;
  };
  return new Map(
    quotes.map((quote) => {
      const statement = say(quote, quote);
      return [quote.key, { statement, unit: quote.unit === undefined ? statement : say(quote, quote.unit) }];
    }),
  );
}

/** Converts findings for reasoning steps, with the statements that a report would make of their quotes. */
export async function withStatements(findings: readonly Finding[], texts: StoredTexts): Promise<SourcedFinding[]> {
  const pause = createPauses();
  const read: SourcedFinding[] = [];
  // Stored texts are read side by side, and then one finding after the other.
  await Promise.all(findings.map(({ passageSpan }) => texts.read(passageSpan.textHash)));
  for (const finding of findings) {
    const { sourceId, passageSpan } = finding;
    const { text } = await texts.read(passageSpan.textHash);
    const surroundings = text?.slice(passageSpan.start, passageSpan.end);
    read.push({ ...toReadableFinding(finding, await readStatements(finding, texts), surroundings), sourceId });
    await pause();
  }
  return read;
}
