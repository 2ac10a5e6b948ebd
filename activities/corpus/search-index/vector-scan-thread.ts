// The thread that compares vectors: reading all of a large folder takes seconds, in one piece.
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import { load as loadVectorFunctions } from 'sqlite-vec';
import { BUSY_TIMEOUT_MS } from '../../platform/storage/database-file.ts';
import { codesLength, createVectorCodes, type NumberedVector, type VectorCodes } from './vector-codes.ts';
import type { ScanAnswer, ScanQuestion } from './vector-tables.ts';

/** Up to here reading all vectors takes less time than a person notices. */
const READ_ENTIRELY = 20_000;
/** Compared exactly for each passage wanted, and at least. Chosen by `npm run bench -- --only scan`: see docs/figures.md. */
const CANDIDATES_PER_HIT = 10;
const LEAST_CANDIDATES = 2_000;
/** In bytes, for all tables: ten million vectors of 384 numbers. */
const MOST_CODES = 520_000_000;
const SAMPLED = 2_000;

const NEAREST = `
  SELECT passageId, vec_distance_l2(vector, ?) AS distance FROM vectors ORDER BY distance, passageId LIMIT ?
`;
const NEAREST_OF = `
  SELECT passageId, vec_distance_l2(vector, ?) AS distance FROM vectors
  WHERE number IN (SELECT value FROM json_each(?)) ORDER BY distance, passageId LIMIT ?
`;

const EXTENT = 'SELECT max(number) AS last, (SELECT length(vector) FROM vectors LIMIT 1) AS bytes FROM vectors';
const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;

interface KeptCodes {
  /** Changes with every change of the table's files. */
  readonly stamp: string;
  readonly codes: VectorCodes;
}

/** By path, the least recently used first. */
const kept = new Map<string, KeptCodes>();

parentPort?.on('message', (question: ScanQuestion) => parentPort?.postMessage(answerTo(question)));

function answerTo({ id, path, vector, limit }: ScanQuestion): ScanAnswer {
  try {
    return { id, neighbours: scan(path, vector, limit) };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Opens the file each time, because it may be replaced meanwhile; that takes a millisecond. */
function scan(path: string, vector: Uint8Array, limit: number) {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, allowExtension: true, readOnly: true });
  try {
    loadVectorFunctions(database);
    database.exec('PRAGMA mmap_size = 1073741824');
    const codes = codesOf(database, path);
    const query = new Float32Array(vector.slice().buffer);
    const rows =
      codes === null
        ? database.prepare(NEAREST).all(vector, limit)
        : database
            .prepare(NEAREST_OF)
            .all(
              vector,
              JSON.stringify(codes.candidates(query, Math.max(LEAST_CANDIDATES, CANDIDATES_PER_HIT * limit))),
              limit,
            );
    return rows.map(({ passageId, distance }) => ({ passageId: String(passageId), distance: Number(distance) }));
  } finally {
    database.close();
  }
}

/** Null: the table is read entirely, because it is small, or its codes are too large to be kept. */
function codesOf(database: DatabaseSync, path: string): VectorCodes | null {
  const { last, bytes } = database.prepare(EXTENT).get() ?? {};
  if (Number(last) <= READ_ENTIRELY || codesLength(Number(last), Number(bytes) / FLOAT_BYTES) > MOST_CODES) return null;
  const stamp = stampOf(path);
  const known = kept.get(path);
  kept.delete(path);
  const codes = known?.stamp === stamp ? known.codes : readCodes(database);
  kept.set(path, { stamp, codes });
  let total = 0;
  for (const { codes: each } of kept.values()) total += each.byteLength;
  for (const [oldest, { codes: each }] of kept) {
    if (total <= MOST_CODES) break;
    kept.delete(oldest);
    total -= each.byteLength;
  }
  return codes;
}

function stampOf(path: string): string {
  return [path, `${path}-wal`]
    .map((file) => statSync(file, { bigint: true, throwIfNoEntry: false }))
    .map((stat) => (stat === undefined || stat.size === 0n ? '' : `${stat.ino} ${stat.size} ${stat.mtimeNs}`))
    .join('; ');
}

function readCodes(database: DatabaseSync): VectorCodes {
  const count = Number(database.prepare('SELECT count(*) AS count FROM vectors').get()?.['count']);
  const every = Math.max(1, Math.floor(count / SAMPLED));
  const sample = vectorsOf(database, `SELECT number, vector FROM vectors WHERE number % ${every} = 0 LIMIT ${SAMPLED}`);
  return createVectorCodes(vectorsOf(database, 'SELECT number, vector FROM vectors'), count, meanOf(sample));
}

function* vectorsOf(database: DatabaseSync, query: string): Iterable<NumberedVector> {
  for (const { number, vector } of database.prepare(query).iterate()) {
    // Copied, because numbers need an aligned start.
    if (vector instanceof Uint8Array) yield { number: Number(number), vector: new Float32Array(vector.slice().buffer) };
  }
}

function meanOf(vectors: Iterable<NumberedVector>): Float32Array {
  let mean = new Float32Array();
  let count = 0;
  for (const { vector } of vectors) {
    count += 1;
    if (count === 1) mean = new Float32Array(vector.length);
    for (const [at, value] of vector.entries()) mean[at] = (mean[at] ?? 0) + (value - (mean[at] ?? 0)) / count;
  }
  return mean;
}
