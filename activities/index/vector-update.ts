import { type BatchPace, createBatchPace } from '../embedding/batch-pace.ts';
import { type Embedder, EmbeddingError } from '../embedding/embedder.ts';
import type { UpdateCorpus } from './corpus-index.ts';
import type { OpenIndex } from './index-folder.ts';
import { toPassage } from './passage-rows.ts';
import type { PassageRow } from './passage-rows.ts';
import type { PassageVector, VectorTable } from './vector-tables.ts';

/** A text that is refused even when cut to this length, in characters, is not too long. */
const SHORTEST_CUT = 300;

type Update = Pick<UpdateCorpus, 'signal' | 'onProgress'>;

/** Where the passages are stored, and where their vectors go. */
interface Stores {
  readonly index: Pick<OpenIndex, 'tables' | 'manifest'>;
  readonly vectors: VectorTable;
  readonly embedder: Embedder;
}

/**
 * Adds a vector to every passage without one, and deletes the vectors of removed passages. An id always names the same
 * text, so a vector never goes stale. A kill loses at most one batch.
 *
 * @returns why vectors are missing, for people; null when every passage has one
 */
export async function updateVectors(stores: Stores, update: Update): Promise<string | null> {
  const { index, vectors } = stores;
  const wanted = new Set(await index.tables.passageIds());
  const known = new Set(vectors.passageIds());
  const removed = [...known].filter((id) => !wanted.has(id));
  vectors.remove(removed);
  const missing = [...wanted].filter((id) => !known.has(id));
  try {
    return await embedMissing(missing, stores, update);
  } catch (error) {
    if (error instanceof EmbeddingError) return error.message;
    throw error;
  }
}

/** @returns why some were left out; null if none was */
async function embedMissing(
  missing: readonly string[],
  { index, vectors, embedder }: Stores,
  { signal, onProgress }: Update,
): Promise<string | null> {
  const titles = new Map(index.manifest.sources().map(({ sourceId, title }) => [sourceId, title]));
  const pace = createBatchPace();
  const startedAt = performance.now();
  let leftOut: string | null = null;
  for (let done = 0; done < missing.length;) {
    signal.throwIfAborted();
    const remainingMs = done === 0 ? null : ((performance.now() - startedAt) / done) * (missing.length - done);
    onProgress({ step: 'embedding', done, total: missing.length, remainingMs });
    const ids = missing.slice(done, done + pace.size);
    const rows = await index.tables.findPassages(ids);
    const texts = rows.map((row) => textOf(row, titles.get(row.sourceId) ?? ''));
    const embedded = await embedBatch(embedder, texts, pace, signal);
    if (embedded === 'refused') continue;
    if (embedded instanceof EmbeddingError) leftOut = embedded.message;
    else vectors.add(rows.flatMap(({ passageId }, at) => toVector(passageId, embedded[at])));
    done += ids.length;
  }
  return leftOut;
}

/** @returns the vectors; `refused` if fewer texts should be tried; the error if the only text is not accepted */
async function embedBatch(
  embedder: Embedder,
  texts: readonly string[],
  pace: BatchPace,
  signal: AbortSignal,
): Promise<readonly Float32Array[] | 'refused' | EmbeddingError> {
  const [only = '', ...others] = texts;
  const startedAt = performance.now();
  try {
    const vectors = await embedder.embed(texts, 'passage', signal);
    pace.answered(texts.length, performance.now() - startedAt);
    return vectors;
  } catch (error) {
    if (!(error instanceof EmbeddingError) || error.retry === 'none') throw error;
    if (others.length > 0) {
      pace.refused(texts.length);
      return 'refused';
    }
    if (error.retry === 'fewer') throw error;
    // The beginning says what a passage is about.
    const cut = only.slice(0, Math.floor(only.length / 2));
    return cut.length < SHORTEST_CUT ? error : embedBatch(embedder, [cut], pace, signal);
  }
}

function toVector(passageId: string, vector: Float32Array | undefined): PassageVector[] {
  return vector === undefined ? [] : [{ passageId, vector }];
}

/** Includes title and headings: they say what a passage is about, which its own words may not. */
function textOf(row: PassageRow, title: string): string {
  return [title, ...toPassage(row).headingPath, row.words.slice(row.textOffset)].join('\n');
}
