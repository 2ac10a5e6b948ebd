import { foldersOf } from '@plumbline/contracts/evidence/corpus-set';
import type { Source } from '@plumbline/contracts/evidence/source';
import type { CorpusIndex } from '@plumbline/search/corpus-index';

/** Of many documents, those nearest to the question are named. */
const MOST_NAMED = 100;
/** Hits of the question in which the nearest documents are looked for. */
const LOOKED_AT = 300;
/** Bytes of a word with the blank behind it, on average. */
const WORD_BYTES = 6.5;

/**
 * The documents that can be searched, a line each with title, date and size: a model that plans or reviews sees what there is. Of
 * more than a hundred, those nearest to the question, and how many more there are.
 */
export async function shelfOf(
  corpus: Pick<CorpusIndex, 'sourcesOf' | 'search'>,
  corpusId: string,
  question: string,
  language: string,
): Promise<string[]> {
  const folders = foldersOf(corpusId);
  const sources = folders === null ? [] : await corpus.sourcesOf(folders);
  const titles = Map.groupBy(sources, ({ title }) => title);
  const lineOf = (source: Source): string => describe(source, (titles.get(source.title)?.length ?? 0) > 1);
  if (sources.length <= MOST_NAMED) return sources.toSorted((a, b) => (a.locator < b.locator ? -1 : 1)).map(lineOf);
  const { hits } = await corpus.search({ corpusId, query: question, language, topK: LOOKED_AT, snippets: false });
  const byPlace = new Map(sources.map((source) => [source.locator, source]));
  const nearest = new Set(hits.flatMap(({ locator }) => byPlace.get(locator) ?? []));
  const named = [...nearest, ...sources.filter((source) => !nearest.has(source))].slice(0, MOST_NAMED);
  return [...named.map(lineOf), `and ${sources.length - named.length} more documents`];
}

/** Its file only where another document has the same title. */
function describe({ title, locator, publishedAt, pageCount, text }: Source, isAmbiguous: boolean): string {
  const words = Math.max(100, Math.round(text.byteLength / WORD_BYTES / 100) * 100);
  const size = pageCount === null ? `about ${words.toLocaleString('en')} words` : `${pageCount} pages`;
  const facts = [...(isAmbiguous ? [locator] : []), publishedAt?.slice(0, 10) ?? 'undated', size];
  return `${title} (${facts.join(', ')})`;
}
