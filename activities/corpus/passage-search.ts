import type { SearchHit, Source } from '../../workflows/contracts/evidence.ts';
import { splitSentences } from '../text/sentences.ts';
import { analyzeTerms, contentTerms, termMatchWeight } from '../text/terms.ts';
import type { OpenIndex } from './index-folder.ts';
import { toPassage } from './passage-rows.ts';
import type { PassageMatch } from './passage-tables.ts';

export interface PassageSearch {
  readonly query: string;
  readonly language: string;
  readonly topK: number;
}

const SNIPPET_LENGTH = 300;
// Rows of a file that is being replaced have no manifest entry yet; a few more are asked for to make up for them.
const SPARE_MATCHES = 10;

/** Best passages for a query in all languages of the corpus, by BM25. */
export async function searchPassages({ manifest, tables }: OpenIndex, search: PassageSearch): Promise<SearchHit[]> {
  const matches = await tables.search(searchWords(search.query, search.language), search.topK + SPARE_MATCHES);
  const sources = manifest.findSources([...new Set(matches.map((match) => match.sourceId))]);
  const stems = contentTerms(search.query, search.language).map((term) => term.stem);
  return matches
    .flatMap((match) => {
      const source = sources.get(match.sourceId);
      return source === undefined ? [] : [{ match, source }];
    })
    .slice(0, search.topK)
    .map(({ match, source }, index) => toHit(match, source, search, stems, index + 1));
}

/** The query without stop words, which would be rare, and therefore weighty, in tables of other languages. */
function searchWords(query: string, language: string): readonly string[] {
  const words = analyzeTerms(query, language).filter((term) => !term.isStopWord);
  return words.length === 0 ? [query] : words.map((term) => term.surface);
}

function toHit(
  match: PassageMatch,
  source: Source,
  { query, language }: PassageSearch,
  stems: readonly string[],
  rank: number,
): SearchHit {
  return {
    provider: 'corpus',
    query,
    rank,
    providerScore: match.score,
    title: source.title,
    locator: source.locator,
    snippet: snippetOf(match.words.slice(match.textOffset), stems, language),
    passage: toPassage(match),
    publishedAt: source.publishedAt,
  };
}

/** The passage from its sentence with most words of the query on, as one line. */
function snippetOf(text: string, stems: readonly string[], language: string): string {
  const sentences = splitSentences(text, language).filter((span) => span.kind !== 'heading');
  let best = { start: sentences[0]?.start ?? 0, score: 0 };
  for (const { start, end } of sentences) {
    const score = matchScore(text.slice(start, end), stems, language);
    if (score > best.score) best = { start, score };
  }
  const line = text.slice(best.start).replace(/\s+/g, ' ').trim();
  return line.length <= SNIPPET_LENGTH ? line : `${line.slice(0, SNIPPET_LENGTH - 1).trimEnd()}…`.toWellFormed();
}

function matchScore(sentence: string, stems: readonly string[], language: string): number {
  const terms = contentTerms(sentence, language);
  return stems.reduce(
    (total, stem) => total + Math.max(0, ...terms.map((term) => termMatchWeight(stem, term.stem, language))),
    0,
  );
}
