import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { BUSY_TIMEOUT_MS, inTransaction, keptUntilChanged } from '@plumbline/storage/database';
import { isDamaged } from '@plumbline/storage/files';
import { EmbeddingError } from './embedder.ts';

/** Scans under way, and the thread that does one after the other; it does not keep the process alive. */
const scans = new Map<number, PromiseWithResolvers<readonly Neighbour[]>>();
let thread: Worker | undefined;
let last = 0;

export interface PassageVector {
  readonly passageId: string;
  readonly vector: Float32Array;
}

/** A passage and the cosine of its vector and a query's. */
export interface SimilarPassage {
  readonly passageId: string;
  readonly similarity: number;
}

/** The vectors of one corpus by one embedder, stored separately from the passages. */
export interface VectorTable {
  passageIds(): string[];
  count(): number;
  /** Adds all or none. @throws {EmbeddingError} when the length differs from the stored vectors */
  add(vectors: readonly PassageVector[]): void;
  remove(passageIds: readonly string[]): void;
  /** The passages with the most similar vectors by cosine, best first. @throws {EmbeddingError} as for `add` */
  nearest(vector: Float32Array, limit: number): Promise<SimilarPassage[]>;
  /** Why vectors are missing, for people; null when none is, or when nothing is known of it. */
  problem(): string | null;
  setProblem(problem: string | null): void;
  /** Deletes the vectors of all other embedders. */
  dropOthers(): Promise<void>;
  close(): void;
}

const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;

/** Other processes search while one embeds. A vector that the last moment before a power failure loses is made again. */
const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA mmap_size = 1073741824;
  CREATE TABLE IF NOT EXISTS vectors (
    number INTEGER PRIMARY KEY, passageId TEXT NOT NULL UNIQUE, vector BLOB NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS problem (text TEXT NOT NULL) STRICT;
`;

/** Opens the vectors of one embedder in a folder that may be missing. Each embedder has its own file. */
export function openVectorTable(folder: string, embedderId: string): VectorTable {
  mkdirSync(folder, { recursive: true });
  const name = createHash('sha256').update(embedderId).digest('hex').slice(0, 12);
  const path = join(folder, `${name}.sqlite`);
  const database = openDatabase(path);
  return {
    ...readingOf(database, path),
    ...writingOf(database),
    async dropOthers() {
      const others = (await readdir(folder)).filter((entry) => !entry.startsWith(`${name}.`));
      await Promise.all(others.map((entry) => rm(join(folder, entry), { recursive: true, force: true })));
    },
    close: () => database.close(),
  };
}

function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.exec(SCHEMA);
    return database;
  } catch (error) {
    database.close();
    if (!isDamaged(error)) throw error;
    // Vectors can always be recomputed.
    for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
    return openDatabase(path);
  }
}

function readingOf(
  database: DatabaseSync,
  path: string,
): Pick<VectorTable, 'passageIds' | 'count' | 'nearest' | 'problem'> {
  return {
    passageIds: () =>
      database
        .prepare('SELECT passageId FROM vectors')
        .all()
        .map(({ passageId }) => String(passageId)),
    count: keptUntilChanged(database, () =>
      Number(database.prepare('SELECT count(*) AS count FROM vectors').get()?.['count']),
    ),
    async nearest(vector, limit) {
      assertLength(database, vector);
      const neighbours = await scanVectors({ path, vector: unitBytesOf(vector), limit });
      return neighbours.map(({ passageId, distance }) => ({ passageId, similarity: cosineOf(distance) }));
    },
    problem() {
      const text = database.prepare('SELECT text FROM problem').get()?.['text'];
      return typeof text === 'string' ? text : null;
    },
  };
}

function writingOf(database: DatabaseSync): Pick<VectorTable, 'add' | 'remove' | 'setProblem'> {
  return {
    add: (vectors) =>
      inTransaction(database, () => {
        const [first] = vectors;
        if (first !== undefined) assertLength(database, first.vector);
        const insert = database.prepare('INSERT OR REPLACE INTO vectors (passageId, vector) VALUES (?, ?)');
        for (const { passageId, vector } of vectors) insert.run(passageId, unitBytesOf(vector));
      }),
    remove: (passageIds) =>
      void database
        .prepare('DELETE FROM vectors WHERE passageId IN (SELECT value FROM json_each(?))')
        .run(JSON.stringify(passageIds)),
    setProblem: (problem) =>
      inTransaction(database, () => {
        database.exec('DELETE FROM problem');
        if (problem !== null) database.prepare('INSERT INTO problem VALUES (?)').run(problem);
      }),
  };
}

/**
 * Stored vectors have length 1: then the smallest distance means the greatest cosine, and sqlite-vec computes distances
 * several times as fast as cosines. A vector of zeros has no direction and stays as it is.
 */
function unitBytesOf(vector: Float32Array): Uint8Array {
  const norm = Math.hypot(...vector);
  const unit = norm === 0 ? vector : vector.map((value) => value / norm);
  return new Uint8Array(unit.buffer, unit.byteOffset, unit.byteLength);
}

/** Of two vectors of length 1. */
function cosineOf(distance: number): number {
  return 1 - distance ** 2 / 2;
}

function assertLength(database: DatabaseSync, { length }: Float32Array): void {
  const bytes = database.prepare('SELECT length(vector) AS bytes FROM vectors LIMIT 1').get()?.['bytes'];
  const stored = Number(bytes) / FLOAT_BYTES;
  if (bytes === undefined || stored === length) return;
  throw new EmbeddingError(
    `The embedding model returns vectors of ${length} numbers, but the index has vectors of ${stored}: another model answers under the same name. Delete the folder "vectors" of the index to embed the documents again.`,
  );
}

export interface ScanQuestion {
  readonly id: number;
  /** Of the table's file. */
  readonly path: string;
  readonly vector: Uint8Array;
  readonly limit: number;
}

interface Neighbour {
  readonly passageId: string;
  readonly distance: number;
}

export type ScanAnswer =
  | { readonly id: number; readonly neighbours: readonly Neighbour[] }
  | { readonly id: number; readonly problem: string; readonly errcode: unknown };

/** The nearest vectors of a table, without holding the caller's thread meanwhile. */
async function scanVectors(question: Omit<ScanQuestion, 'id'>): Promise<readonly Neighbour[]> {
  const id = ++last;
  const scan = Promise.withResolvers<readonly Neighbour[]>();
  scans.set(id, scan);
  thread ??= startThread();
  // A pending scan must keep the process alive.
  thread.ref();
  thread.postMessage({ ...question, id } satisfies ScanQuestion);
  try {
    return await scan.promise;
  } finally {
    scans.delete(id);
    if (scans.size === 0) thread?.unref();
  }
}

function startThread(): Worker {
  const started = new Worker(new URL('./vector-scan-thread.ts', import.meta.url));
  let problem = 'it ended';
  started.on('message', (answer: ScanAnswer) => {
    if ('problem' in answer) scans.get(answer.id)?.reject(Object.assign(new Error(answer.problem), answer));
    else scans.get(answer.id)?.resolve(answer.neighbours);
  });
  started.on('error', (error) => {
    problem = error instanceof Error ? error.message : String(error);
  });
  started.on('exit', () => {
    thread = undefined;
    for (const scan of scans.values()) scan.reject(new Error(`The thread that compares vectors failed: ${problem}`));
  });
  return started;
}
