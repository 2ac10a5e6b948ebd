import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import type { Citation } from '@plumbline/contracts/report/report';
import { unsaidSpans } from '@plumbline/text/unsaid-words';
import type { StoredTexts } from './stored-quotes.ts';

/** The words of the units around quotes, by quote key. A quote without an entry is quoted as it is. */
export type QuotedUnits = ReadonlyMap<string, string>;

/** Reads the units around all quotes of the findings from the stored texts; without a text there is no unit. */
export async function readUnits(
  findings: readonly Pick<Finding, 'quotes'>[],
  texts: StoredTexts,
): Promise<QuotedUnits> {
  const read = findings
    .flatMap(({ quotes }) => quotes)
    .map(async ({ key, textHash, unit }) => {
      const { text } = unit === undefined ? { text: null } : await texts.read(textHash);
      return unit === undefined || text === null ? [] : [[key, text.slice(unit.start, unit.end)] as const];
    });
  return new Map((await Promise.all(read)).flat());
}

/** The units that the citations of a published report quote. */
export function unitsOf(citations: readonly Citation[]): QuotedUnits {
  return new Map(
    citations.flatMap(({ quote, deciding }) => (deciding === undefined ? [] : [[quote.key, quote.text] as const])),
  );
}

/** The quotation of a citation: the unit, with the place of the quote in it, or the quote itself. */
export function quotationOf(quote: Quote, unitText: string | undefined): Pick<Citation, 'quote' | 'deciding'> {
  const { unit, ...own } = quote;
  if (unit === undefined || unitText === undefined) return { quote: own };
  return { quote: { ...own, ...unit, text: unitText }, deciding: { start: quote.start, end: quote.end } };
}

/** Whether a citation's own words hold some that the source strikes out or hides. @param isWhole of the unit around them as well */
export function holdsUnsaid({ quote, deciding }: Pick<Citation, 'quote' | 'deciding'>, isWhole: boolean): boolean {
  const own = isWhole ? undefined : deciding;
  const from = own === undefined ? 0 : own.start - quote.start;
  const to = own === undefined ? quote.text.length : own.end - quote.start;
  return unsaidSpans(quote.text).some(({ start, end }) => start < to && from < end);
}
