import { join } from 'node:path';
import type { Source } from '../../workflows/contracts/evidence.ts';
import { type Embedder, EmbeddingError } from '../embedding/embedder.ts';
import type { UpdateCorpus } from './corpus-index.ts';
import type { OpenIndex } from './index-folder.ts';
import { sourceOfPassage } from './passage-rows.ts';
import { prominenceOfBest } from './prominence.ts';
import { openVectorTable, type SimilarPassage, type VectorTable } from './vector-tables.ts';
import { updateVectors } from './vector-update.ts';

/** The outcome of a search by meaning. */
export interface VectorRanking {
  /** Best first; empty if there are no vectors. */
  readonly passageIds: readonly string[];
  /** Of passages in another language than the query, by id: the prominence of the best in that language. */
  readonly prominences: ReadonlyMap<string, number>;
  /** What went wrong, for people. */
  readonly notes: readonly string[];
}

/** Keeps the vectors of one embedder for any index. */
export interface VectorIndex {
  /**
   * Brings the vectors up to date. If the embedder fails, vectors are missing, the update succeeds, and searches report
   * it. The vectors of another embedder are kept until those of this one are complete, so that changing back before
   * costs nothing.
   */
  update(index: OpenIndex, request: Pick<UpdateCorpus, 'signal' | 'onProgress'>): Promise<void>;
  rank(index: OpenIndex, query: VectorQuery, limit: number): Promise<VectorRanking>;
}

export interface VectorQuery {
  readonly text: string;
  /** ISO 639-1 code, or `und`. */
  readonly language: string;
}

/** A search must not wait longer for an optional improvement. */
const QUERY_TIME_LIMIT_MS = 15_000;
/** Most passages that one passage is compared with; of more, the nearest. */
const MOST_COMPARED = 20_000;

export function createVectorIndex(embedder: Embedder): VectorIndex {
  const using = async <Result>(
    { folder }: OpenIndex,
    use: (table: VectorTable) => Promise<Result>,
  ): Promise<Result> => {
    const table = openVectorTable(join(folder, 'vectors'), embedder.id);
    try {
      return await use(table);
    } finally {
      table.close();
    }
  };
  return {
    update: (index, request) =>
      using(index, async (table) => {
        const problem = await updateVectors({ index, vectors: table, embedder }, request);
        table.setProblem(problem);
        if (problem === null) await table.dropOthers();
      }),
    rank: (index, query, limit) => using(index, (table) => rank(index, table, embedder, query, limit)),
  };
}

async function rank(
  index: OpenIndex,
  table: VectorTable,
  embedder: Embedder,
  { text, language }: VectorQuery,
  limit: number,
): Promise<VectorRanking> {
  const total = index.manifest.passageCount();
  const missing = Math.max(0, total - table.count());
  const notes = missing === 0 ? [] : [missingNote(missing, total, table.problem())];
  const nothing = { passageIds: [], prominences: new Map<string, number>() };
  if (missing === total || text.trim() === '') return { ...nothing, notes };
  try {
    const [vector] = await embedder.embed([text], 'query', AbortSignal.timeout(QUERY_TIME_LIMIT_MS));
    if (vector === undefined) return { ...nothing, notes };
    const foreign = index.manifest.sources().filter((source) => source.language !== language);
    const similar = await table.nearest(vector, foreign.length === 0 ? limit : Math.max(limit, MOST_COMPARED));
    const nearest = similar.slice(0, limit);
    return { passageIds: nearest.map(idOf), prominences: prominencesOf(nearest, similar, foreign), notes };
  } catch (error) {
    return { ...nothing, notes: [`Only the words of the query were searched: ${reasonOf(error)}`] };
  }
}

/** Compares the nearest passage of each other language with all passages in that language. */
function prominencesOf(
  nearest: readonly SimilarPassage[],
  all: readonly SimilarPassage[],
  foreign: readonly Pick<Source, 'sourceId' | 'language'>[],
): Map<string, number> {
  const languages = new Map(foreign.map(({ sourceId, language }) => [sourceId, language]));
  const languageOf = ({ passageId }: SimilarPassage) => languages.get(sourceOfPassage(passageId));
  const groups = Map.groupBy(all, languageOf);
  return new Map(
    [...Map.groupBy(nearest, languageOf)].flatMap(([language, passages]) => {
      if (language === undefined) return [];
      const prominence = prominenceOfBest((groups.get(language) ?? []).map(({ similarity }) => similarity));
      return passages.map(({ passageId }) => [passageId, prominence] as const);
    }),
  );
}

function idOf({ passageId }: SimilarPassage): string {
  return passageId;
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
