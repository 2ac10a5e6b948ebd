import { waitForLock } from '@plumbline/storage/locks';
import type { UpdateCorpus } from './corpus-index.ts';
import { type Embedder, EmbeddingError } from './embedder.ts';
import type { createIndexReader, OpenIndex } from './index-folder.ts';
import { UNHEARD } from './index-mending.ts';
import { type PassageRow, toPassage } from './passage-rows.ts';
import type { PassageVector, VectorTable } from './vector-tables.ts';

/** Small enough for a slow processor to answer within the time limit of a request. */
const FIRST_TEXTS = 4;
const MOST_TEXTS = 64;
/** A kill loses one batch, and progress shows every batch, so none should take much longer. */
const BATCH_MS = 4_000;

/** A text that is refused even when cut to this length, in characters, is not too long. */
const SHORTEST_CUT = 300;

/** The outcome of a search by meaning. */
export interface VectorRanking {
  /** Cosines by passage, best first; empty if there are no vectors. */
  readonly similarities: ReadonlyMap<string, number>;
  /** What went wrong, for people. */
  readonly notes: readonly string[];
}

/** Keeps the vectors of one embedder for any index. */
export interface VectorIndex {
  /**
   * Brings the vectors up to date. If the embedder fails, vectors are missing, the update succeeds, and searches report
   * it. The vectors of another embedder are kept until this one's are complete, so that switching back before then
   * costs nothing.
   *
   * @param patienceMs after which the rest is left to another update
   * @returns whether nothing is left
   */
  update(index: OpenIndex, request: Update, patienceMs?: number): Promise<boolean>;
  /** @param text of the query */
  rank(index: OpenIndex, text: string, limit: number): Promise<VectorRanking>;
}

/** Share of all passages. With fewer vectors the nearest of those that have one take the places of better passages. */
const MOST_MISSING = 0.1;

/** A search must not wait longer for an optional improvement. */
const QUERY_TIME_LIMIT_MS = 15_000;

export function createVectorIndex(embedder: Embedder): VectorIndex {
  return {
    async update(index, request, patienceMs = Infinity) {
      const table = index.vectors(embedder.id);
      const outcome = await updateVectors({ index, vectors: table, embedder }, { ...request, patienceMs });
      table.setProblem(outcome === UNFINISHED ? null : outcome);
      if (outcome === null) await table.dropOthers();
      return outcome !== UNFINISHED;
    },
    rank: (index, text, limit) => rank(index, index.vectors(embedder.id), embedder, text, limit),
  };
}

async function rank(
  index: OpenIndex,
  table: VectorTable,
  embedder: Embedder,
  text: string,
  limit: number,
): Promise<VectorRanking> {
  const total = index.manifest.passageCount();
  const missing = Math.max(0, total - table.count());
  const isUsed = missing <= total * MOST_MISSING;
  const notes = missing === 0 ? [] : [missingNote(missing, total, isUsed, table.problem())];
  if (!isUsed || text.trim() === '') return { similarities: new Map(), notes };
  try {
    const [vector] = await embedder.embed([text], 'query', AbortSignal.timeout(QUERY_TIME_LIMIT_MS));
    const nearest = vector === undefined ? [] : await table.nearest(vector, limit);
    return { similarities: new Map(nearest.map(({ passageId, similarity }) => [passageId, similarity])), notes };
  } catch (error) {
    return { similarities: new Map(), notes: [`Only the words of the query were searched: ${reasonOf(error)}`] };
  }
}

function missingNote(missing: number, total: number, isUsed: boolean, problem: string | null): string {
  const which = missing === total ? 'The passages have' : `${missing} of ${total} passages have`;
  const found = isUsed ? 'these are found' : 'all are found';
  return `${which} no vectors yet and ${found} by their words only: ${problem ?? 'they are still being made.'}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof EmbeddingError) return error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `the embedding model did not answer within ${QUERY_TIME_LIMIT_MS / 1_000} s.`;
  throw error;
}

type Update = Pick<UpdateCorpus, 'signal' | 'onProgress'>;

interface PatientUpdate extends Update {
  readonly patienceMs: number;
}

/** Vectors are missing only because there was no time for them. */
const UNFINISHED = Symbol('unfinished');

type Outcome = string | null | typeof UNFINISHED;

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
async function updateVectors(stores: Stores, update: PatientUpdate): Promise<Outcome> {
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
  { signal, onProgress, patienceMs }: PatientUpdate,
): Promise<Outcome> {
  const titles = new Map(index.manifest.sources().map(({ sourceId, title }) => [sourceId, title]));
  const pace = createBatchPace();
  const startedAt = performance.now();
  let leftOut: string | null = null;
  for (let done = 0; done < missing.length;) {
    signal.throwIfAborted();
    if (performance.now() - startedAt >= patienceMs) return UNFINISHED;
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

/** How many texts the next request gets. */
interface BatchPace {
  readonly size: number;
  /** A batch was answered: the next one takes about as long as a batch should. */
  answered(texts: number, ms: number): void;
  /** A batch was refused or too slow: from now on at most half as many. */
  refused(texts: number): void;
}

export function createBatchPace(): BatchPace {
  let size = FIRST_TEXTS;
  let most = MOST_TEXTS;
  return {
    get size() {
      return size;
    },
    answered(texts, ms) {
      const fitting = Math.floor((BATCH_MS * texts) / Math.max(1, ms));
      size = Math.max(1, Math.min(fitting, 2 * texts, most));
    },
    refused(texts) {
      most = Math.max(1, Math.floor(texts / 2));
      size = most;
    },
  };
}

/** After it the index is opened again, as what may have replaced it. */
const ROUND_MS = 30_000;
/** Makes vectors while searches answer by words. */
export interface VectorGrowth {
  /** Until every passage of the index has one, or the process ends: the next update goes on with the rest. */
  start(corpusId: string): void;
  isUnderWay(corpusId: string): boolean;
}

/** @param lockOf held meanwhile, so that no other process makes the same vectors */
export function createVectorGrowth(
  reading: ReturnType<typeof createIndexReader>,
  vectors: VectorIndex,
  lockOf: (corpusId: string) => string,
): VectorGrowth {
  const growing = new Set<string>();
  const grow = async (corpusId: string): Promise<void> => {
    const lock = await waitForLock(lockOf(corpusId), UNHEARD.signal, () => undefined);
    try {
      while (!(await reading(corpusId, (index) => vectors.update(index, UNHEARD, ROUND_MS)))) continue;
    } finally {
      lock.release();
    }
  };
  return {
    start(corpusId) {
      if (growing.has(corpusId)) return;
      growing.add(corpusId);
      // An index that was removed meanwhile needs no vectors; the next update says what else is wrong.
      grow(corpusId)
        .catch(() => undefined)
        .finally(() => growing.delete(corpusId));
    },
    isUnderWay: (corpusId) => growing.has(corpusId),
  };
}
