import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CorpusIndex } from '@plumbline/search/corpus-index';
import { createStores } from '../workers/assembly/dependencies.ts';
import { type Figure, median, percentile, seconds, timed } from './figure.ts';

const QUERIES = 60;

/** Indexing and search, straight on the stores. Baselines: reading and hashing the files; a scan through all text. */
export async function measureRetrieval(home: string, folder: string): Promise<Figure[]> {
  const { corpus } = createStores(home);
  const update = () =>
    corpus.update({
      directory: folder,
      signal: new AbortController().signal,
      onProgress: () => {},
    });
  const raw = await timed(() => readAll(folder));
  const first = await timed(update);
  const again = await timed(update);
  const { corpusId, bytesRead, passages } = first.result;
  const megabytes = bytesRead / 1e6;
  const search = await measureSearch(corpus, corpusId, raw.result);
  return [
    {
      name: `index speed (${megabytes.toFixed(1)} MB, ${passages} passages)`,
      value: `${(megabytes / (first.ms / 1_000)).toFixed(2)} MB/s in ${seconds(first.ms)}`,
      baseline: `${seconds(raw.ms)} to read and hash the files`,
      aim: '',
    },
    {
      name: 'index up to date again',
      value: seconds(again.ms),
      baseline: `${seconds(first.ms)} the first time`,
      aim: '',
    },
    search,
  ];
}

async function measureSearch(corpus: CorpusIndex, corpusId: string, texts: readonly string[]): Promise<Figure> {
  const queries = queriesFrom(texts);
  const searches: number[] = [];
  const scans: number[] = [];
  for (const query of queries) {
    searches.push((await timed(() => corpus.search({ corpusId, query, language: 'en', topK: 20 }))).ms);
    scans.push((await timed(async () => scan(texts, query))).ms);
  }
  const show = (values: number[]): string => `${median(values).toFixed(1)} / ${percentile(values, 0.95).toFixed(1)} ms`;
  return {
    name: `search p50 / p95 (${queries.length} queries)`,
    value: show(searches),
    baseline: `${show(scans)} to scan all text`,
    aim: '',
  };
}

/** Runs of words taken at even distances from the documents themselves: words that occur, in every mix of frequency. */
function queriesFrom(texts: readonly string[]): string[] {
  const words = texts.join(' ').match(/\p{L}{4,}/gu) ?? [];
  const step = Math.max(1, Math.floor(words.length / QUERIES));
  return Array.from({ length: QUERIES }, (_, index) => words.slice(index * step, index * step + 4).join(' '));
}

function scan(texts: readonly string[], query: string): number {
  const words = query.toLowerCase().split(' ');
  return texts.filter((text) => words.some((word) => text.toLowerCase().includes(word))).length;
}

async function readAll(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts: string[] = [];
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name));
    createHash('sha256').update(bytes).digest();
    texts.push(bytes.toString('utf8'));
  }
  return texts;
}
