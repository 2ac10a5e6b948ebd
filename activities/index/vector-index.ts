import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Embedder, EmbeddingError } from '../embedding/embedder.ts';
import type { UpdateCorpus } from './corpus-index.ts';
import type { OpenIndex } from './index-folder.ts';
import { openVectorTable, type VectorTable } from './vector-tables.ts';
import { updateVectors } from './vector-update.ts';

/** The outcome of a search by meaning. */
export interface VectorRanking {
  /** Best first; empty if there are no vectors. */
  readonly passageIds: readonly string[];
  /** What went wrong, for people. */
  readonly notes: readonly string[];
}

/** Keeps the vectors of one embedder for any index. */
export interface VectorIndex {
  /**
   * Brings the vectors up to date. If the embedder fails, vectors are missing, the update succeeds, and searches report
   * it.
   */
  update(index: OpenIndex, request: Pick<UpdateCorpus, 'signal' | 'onProgress'>, now: Date): Promise<void>;
  rank(index: OpenIndex, query: string, limit: number): Promise<VectorRanking>;
}

/** A search must not wait longer for an optional improvement. */
const QUERY_TIME_LIMIT_MS = 15_000;

export function createVectorIndex(embedder: Embedder): VectorIndex {
  const using = async <Result>(
    { folder }: OpenIndex,
    use: (table: VectorTable) => Promise<Result>,
  ): Promise<Result> => {
    const table = await openVectorTable(join(folder, 'vectors'), embedder.id);
    try {
      return await use(table);
    } finally {
      table.close();
    }
  };
  return {
    update: (index, request, now) =>
      using(index, async (table) => {
        const problem = await updateVectors(index, table, embedder, request, now);
        await keepProblem(index, table, problem);
      }),
    rank: (index, query, limit) => using(index, (table) => rank(index, table, embedder, query, limit)),
  };
}

async function rank(
  index: OpenIndex,
  table: VectorTable,
  embedder: Embedder,
  query: string,
  limit: number,
): Promise<VectorRanking> {
  const total = index.manifest.passageCount();
  const missing = Math.max(0, total - (await table.count()));
  const notes = missing === 0 ? [] : [missingNote(missing, total, await problemOf(index, table))];
  if (missing === total || query.trim() === '') return { passageIds: [], notes };
  try {
    const [vector] = await embedder.embed([query], AbortSignal.timeout(QUERY_TIME_LIMIT_MS));
    return { passageIds: vector === undefined ? [] : await table.nearest(vector, limit), notes };
  } catch (error) {
    return { passageIds: [], notes: [`Only the words of the query were searched: ${reasonOf(error)}`] };
  }
}

function missingNote(missing: number, total: number, problem: string | null): string {
  const which = missing === total ? 'The passages have' : `${missing} of ${total} passages have`;
  return `${which} no vectors yet and are found by their words only: ${problem ?? 'they are still being made.'}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof EmbeddingError) return error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `the embedding model did not answer within ${QUERY_TIME_LIMIT_MS / 1_000} s.`;
  throw error;
}

/** Other processes search as well, so the problem is stored in a file beside the vectors. */
function problemPathOf({ folder }: OpenIndex, { name }: VectorTable): string {
  return join(folder, 'vectors', `${name}.problem`);
}

async function keepProblem(index: OpenIndex, table: VectorTable, problem: string | null): Promise<void> {
  if (problem === null) await rm(problemPathOf(index, table), { force: true });
  else await writeFile(problemPathOf(index, table), problem);
}

async function problemOf(index: OpenIndex, table: VectorTable): Promise<string | null> {
  return readFile(problemPathOf(index, table), 'utf8').catch(() => null);
}
