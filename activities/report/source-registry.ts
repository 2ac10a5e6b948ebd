import type { Finding, Quote } from '../../workflows/contracts/evidence/evidence.ts';
import type { RegisteredSource } from '../../workflows/contracts/evidence/source-registry.ts';
import type { Citation } from '../../workflows/contracts/report/report.ts';
import { type QuotedUnits, quotationOf } from '../corpus/quotes/quoted-units.ts';
import type { CitableSource } from '../corpus/quotes/source-registration.ts';
import { readableText } from '../language/text/readable-text.ts';

/** Everything that can be cited, and what was. */
export interface SourceRegistry {
  /** The citations of some keys; unknown keys have none. A key gets its number when it is first cited. */
  readonly cite: (keys: readonly string[]) => Citation[];
  /** In order of first use, numbered from 1 without gaps; one number for each quote. */
  readonly citations: () => Citation[];
  /** Quotes of the findings, without the units around them. */
  readonly decidingWords: (keys: readonly string[]) => string[];
  /** Where the source of a citation is: path and lines, address, id. */
  readonly detailOf: (citation: Citation) => string;
  /** All sources: those cited in the order of their numbers, then the others in the order of their registration. */
  readonly entries: () => RegisteredSource[];
}

/** @param registered the quotes of the findings, of which none has a number yet */
export function createSourceRegistry(
  findings: readonly Finding[],
  units: QuotedUnits,
  registered: readonly CitableSource[],
): SourceRegistry {
  const known = new Map(findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, { finding, quote }])));
  const sources = new Map(registered.map((source) => [source.key, source]));
  const used = new Map<string, Citation>();
  const shownUnits = new Set<string>();

  function citationOf(key: string): Citation[] {
    const entry = known.get(key);
    if (entry === undefined) return [];
    const { title, locator, headingPath } = entry.finding;
    const { quote } = entry;
    const { page } = quote;
    const citation = used.get(key) ?? {
      number: used.size + 1,
      title,
      locator,
      page,
      headingPath,
      ...quotationOnce(quote),
    };
    used.set(key, citation);
    return [citation];
  }

  /** A unit is shown once; later quotes from it stand alone. */
  function quotationOnce(quote: Quote): Pick<Citation, 'quote' | 'deciding'> {
    const unit = `${quote.textHash} ${quote.unit?.start} ${quote.unit?.end}`;
    const isShown = shownUnits.has(unit);
    shownUnits.add(unit);
    return quotationOf(quote, isShown ? undefined : units.get(quote.key));
  }

  return {
    cite: (keys) => [...new Set(keys)].flatMap(citationOf),
    citations: () => [...used.values()],
    decidingWords: (keys) => keys.flatMap((key) => known.get(key)?.quote.text ?? []).map(readableText),
    detailOf: (citation) => shownDetail(sources.get(citation.quote.key), citation) ?? citation.locator,
    entries: () => numbered(registered, used),
  };
}

/** The place covers all that the citation shows: of a list, from its first line to its last. */
function shownDetail(source: CitableSource | undefined, citation: Citation | undefined): string | undefined {
  return (citation?.deciding === undefined ? undefined : source?.unitDetail) ?? source?.detail;
}

function numbered(registered: readonly CitableSource[], used: ReadonlyMap<string, Citation>): RegisteredSource[] {
  const entries = registered.map((source) => {
    const { key, type, label, similarity } = source;
    const citation = used.get(key);
    const detail = shownDetail(source, citation) ?? source.detail;
    return { key, type, label, detail, similarity, number: citation?.number ?? null };
  });
  const cited = entries.filter(({ number }) => number !== null);
  const unused = entries.filter(({ number }) => number === null);
  return [...cited.sort((a, b) => (a.number ?? 0) - (b.number ?? 0)), ...unused];
}
