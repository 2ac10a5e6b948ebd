import type { Quote } from '@plumbline/contracts/evidence/finding';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { anchorOf, draftOf, findingOf, quoteOf } from './research-fixtures.ts';

/** A claim, and the quotation that it cites; without one it cites nothing. */
export interface ClaimOnQuote {
  readonly text: string;
  readonly quote?: string;
  /** Of the quotation. */
  readonly place?: Partial<Pick<Quote, 'textHash' | 'start' | 'end'>>;
}

/** What a comparison reads of a record to match its claims: each rests on a text of its own unless its place says otherwise. */
export function recordOfClaims(side: string, claims: readonly ClaimOnQuote[]) {
  const findings = claims.flatMap(({ quote, place }, index) =>
    quote === undefined
      ? []
      : [
          findingOf(`${side}${index}`, quote, {
            quotes: [quoteOf(`${side}${index}q`, quote, { textHash: hashOf(side, index), ...place })],
          }),
        ],
  );
  const draft = draftOf({
    keyFindings: claims.map(({ text, quote }, index) => ({
      text,
      citations: quote === undefined ? [] : [`${side}${index}q`],
    })),
  });
  const citations: ResearchRecord['report']['citations'] = findings.flatMap(({ quotes }, index) =>
    quotes.map((quote) => ({ number: index + 1, title: 'A', locator: 'a.md', page: null, headingPath: [], quote })),
  );
  return { anchor: anchorOf(), findings, report: { ...draft, citations } };
}

function hashOf(side: string, index: number): string {
  return `${side.codePointAt(0)?.toString(16) ?? ''}${index}`.padEnd(64, '0');
}
