import { type Embedder, EmbeddingError } from '../embedding/embedder.ts';
import type { UpdateCorpus } from './corpus-index.ts';
import type { OpenIndex } from './index-folder.ts';
import { toPassage } from './passage-rows.ts';
import type { PassageRow } from './passage-tables.ts';
import type { VectorTable } from './vector-tables.ts';

/** A kill loses at most one batch of work. */
const BATCH_PASSAGES = 64;

/**
 * Adds a vector to every passage without one, and deletes the vectors of removed passages. An id always names the same
 * text, so a vector never goes stale.
 *
 * @returns why the embedder failed, for people; null when every passage has a vector
 */
export async function updateVectors(
  { tables, manifest }: Pick<OpenIndex, 'tables' | 'manifest'>,
  vectors: VectorTable,
  embedder: Embedder,
  { signal, onProgress }: Pick<UpdateCorpus, 'signal' | 'onProgress'>,
  now: Date,
): Promise<string | null> {
  const wanted = new Set(await tables.passageIds());
  const known = new Set(await vectors.passageIds());
  const missing = [...wanted].filter((id) => !known.has(id));
  const removed = [...known].filter((id) => !wanted.has(id));
  await vectors.remove(removed);

  const titles = new Map(manifest.sources().map(({ sourceId, title }) => [sourceId, title]));
  let done = 0;
  try {
    for (; done < missing.length; done += BATCH_PASSAGES) {
      signal.throwIfAborted();
      onProgress({ step: 'embedding', done, total: missing.length });
      const rows = await tables.findPassages(missing.slice(done, done + BATCH_PASSAGES));
      const embedded = await embedder.embed(
        rows.map((row) => textOf(row, titles.get(row.sourceId) ?? '')),
        signal,
      );
      await vectors.add(rows.flatMap(({ passageId }, index) => toVector(passageId, embedded[index])));
    }
    return null;
  } catch (error) {
    if (error instanceof EmbeddingError) return error.message;
    throw error;
  } finally {
    if (done > 0 || removed.length > 0) await vectors.optimize(now);
  }
}

function toVector(passageId: string, vector: Float32Array | undefined) {
  return vector === undefined ? [] : [{ passageId, vector }];
}

/** Includes title and headings: they say what a passage is about, which its own words may not. */
function textOf(row: PassageRow, title: string): string {
  return [title, ...toPassage(row).headingPath, row.words.slice(row.textOffset)].join('\n');
}
