import type { Finding, Quote } from '../../../workflows/contracts/evidence.ts';
import type { StoredTexts } from '../../citations/stored-quotes.ts';
import { readableText } from '../../text/readable-text.ts';
import { createStatementReader } from '../units/statement-reading.ts';
import { toReadableFinding } from './evidence-reading.ts';
import type { SourcedFinding } from './report-quotes.ts';

/**
 * What a report without a model states of each quote of a finding, by key: its words with the subject that its passage gives
 * it. Writing and checking a report both read it from the stored text, so that neither has to believe the other.
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

/** Findings as steps see them, with what a report would state of their quotes. */
export function withStatements(findings: readonly Finding[], texts: StoredTexts): Promise<SourcedFinding[]> {
  return Promise.all(
    findings.map(async (finding) => ({
      ...toReadableFinding(finding, await readStatements(finding, texts)),
      sourceId: finding.sourceId,
    })),
  );
}
