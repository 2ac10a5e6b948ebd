import type { Finding, Quote } from '../../../workflows/contracts/evidence.ts';
import type { StoredTexts } from '../../citations/stored-quotes.ts';
import { mapWithPauses } from '../../text/pauses.ts';
import { readableText } from '../../text/readable-text.ts';
import type { Span } from '../units/passage-entries.ts';
import { createStatementReader } from '../units/statement-reading.ts';
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
  // Stored texts are read side by side, and then one finding after the other.
  await Promise.all(findings.map(({ passageSpan }) => texts.read(passageSpan.textHash)));
  return mapWithPauses(findings, async (finding) => {
    const { sourceId, passageSpan } = finding;
    const { text } = await texts.read(passageSpan.textHash);
    const surroundings = text?.slice(passageSpan.start, passageSpan.end);
    return { ...toReadableFinding(finding, await readStatements(finding, texts), surroundings), sourceId };
  });
}
