import type { Finding, Quote } from '../../../workflows/contracts/evidence.ts';
import type { StoredTexts } from '../../citations/stored-quotes.ts';
import { readableText } from '../../text/readable-text.ts';
import { createStatementReader } from '../units/statement-reading.ts';
import { toReadableFinding } from './evidence-reading.ts';
import type { SourcedFinding } from './report-quotes.ts';

/**
 * The statement that a report without a model makes of each quote of a finding, by key: the quote's words with the
 * subject that its passage gives them. Writing and checking a report each read it from the stored text, so that neither
 * has to trust the other.
 */
export async function readStatements(
  { quotes, passageSpan, headingPath }: Pick<Finding, 'quotes' | 'passageSpan' | 'headingPath'>,
  texts: StoredTexts,
): Promise<ReadonlyMap<string, string>> {
  const { text } = await texts.read(passageSpan.textHash);
  const passage = text?.slice(passageSpan.start, passageSpan.end);
  const read = passage === undefined ? null : createStatementReader({ text: passage, headingPath });
  return new Map(
    quotes.map((quote) => {
      if (read === null) return [quote.key, readableText(quote.text)];
      const { lead, words } = read(within(quote, passageSpan.start));
      return [quote.key, `${lead}${words}`];
    }),
  );
}

function within({ start, end }: Quote, passageStart: number) {
  return { start: start - passageStart, end: end - passageStart };
}

/** Converts findings for reasoning steps, with the statements that a report would make of their quotes. */
export function withStatements(findings: readonly Finding[], texts: StoredTexts): Promise<SourcedFinding[]> {
  return Promise.all(
    findings.map(async (finding) => ({
      ...toReadableFinding(finding, await readStatements(finding, texts)),
      sourceId: finding.sourceId,
    })),
  );
}
