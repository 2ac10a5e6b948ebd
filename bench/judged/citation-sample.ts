import { createRandom } from '../load/random.ts';
import type { CorpusQuotes } from './corpus-quotes.ts';
import type { MeasuredReport } from './measured-report.ts';

const SAMPLED = 30;

/** A statement and one of the sources that it cites, for a judge. */
export interface SampledCitation {
  readonly statement: string;
  /** As the report shows it. */
  readonly number: number;
  readonly document: string | null;
  /** The words that the report quotes; null: none. */
  readonly quote: string | null;
  /** The document's words around them; null: they were not found. */
  readonly excerpt: string | null;
}

/** The same for the same report and seed, in the order of the report. */
export async function sampleCitations(
  { read, sources }: Pick<MeasuredReport, 'read' | 'sources'>,
  quotes: CorpusQuotes,
  seed: number,
): Promise<SampledCitation[]> {
  const byNumber = new Map(sources.map((source) => [source.number, source]));
  const cited = read.statements.flatMap(({ text, place, citations }) =>
    [...new Set(citations)].map((number) => ({ statement: place === '' ? text : `${place}: ${text}`, number })),
  );
  const sampled = pickSome(cited, SAMPLED, seed);
  return Promise.all(
    sampled.map(async ({ statement, number }) => {
      const source = byNumber.get(number) ?? { place: null, quote: null };
      const excerpt = await quotes.excerptAround(source);
      return { statement, number, document: source.place, quote: source.quote, excerpt };
    }),
  );
}

/** Fisher and Yates' shuffle, as far as it is needed. */
function pickSome<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const random = createRandom(seed);
  const places = items.map((_, index) => index);
  for (let index = 0; index < Math.min(count, places.length); index += 1) {
    const other = index + Math.floor(random() * (places.length - index));
    [places[index], places[other]] = [places[other] ?? 0, places[index] ?? 0];
  }
  const picked = new Set(places.slice(0, count));
  return items.filter((_, index) => picked.has(index));
}
