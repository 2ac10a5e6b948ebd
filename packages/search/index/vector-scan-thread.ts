// The thread that compares vectors: reading all of a large folder takes seconds, in one piece.
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import { BUSY_TIMEOUT_MS } from '@plumbline/storage/database';
import { load as loadVectorFunctions } from 'sqlite-vec';
import type { ScanAnswer, ScanQuestion } from './vector-tables.ts';

/** Up to here reading all vectors takes less time than a person notices. */
const READ_ENTIRELY = 20_000;
/** Compared exactly for each passage wanted, and at least. Chosen by `npm run bench -- --only sizes`: see docs/figures.md. */
const CANDIDATES_PER_HIT = 10;
const LEAST_CANDIDATES = 2_000;
/** In bytes, for all tables: ten million vectors of 384 numbers. */
const MOST_CODES = 520_000_000;
const SAMPLED = 2_000;
/** Bits are compared by words. */
const WORD_BITS = 32;

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
    if (!(error instanceof Error)) return { id, problem: String(error), errcode: null };
    return { id, problem: error.message, errcode: 'errcode' in error ? error.errcode : null };
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

/**
 * The vectors of a table in one bit a number, to find the candidates among which the nearest are then looked for: a large
 * table takes too long to read for every question.
 */
interface VectorCodes {
  readonly byteLength: number;
  /** Numbers of at least so many vectors whose codes differ least from the query's, in no order. */
  candidates(query: Float32Array, least: number): number[];
}

interface NumberedVector {
  readonly number: number;
  readonly vector: Float32Array;
}

/**
 * A bit says on which side of the middle a number is: models place all texts in one corner, where bare signs hardly differ.
 *
 * @param count of the vectors at most
 * @param middle mean of the vectors, or of many of them
 */
function createVectorCodes(vectors: Iterable<NumberedVector>, count: number, middle: Float32Array): VectorCodes {
  const width = Math.ceil(middle.length / WORD_BITS);
  const [numbers, codes] = [new Uint32Array(count), new Int32Array(count * width)];
  let filled = 0;
  for (const { number, vector } of vectors) {
    if (filled === count) break;
    numbers[filled] = number;
    writeCode(codes, filled * width, vector, middle);
    filled += 1;
  }
  return {
    byteLength: codesLength(count, middle.length),
    candidates(query, least) {
      const code = new Int32Array(width);
      writeCode(code, 0, query, middle);
      const distances = distancesTo(code, codes, filled);
      return lowest(distances, middle.length, least).map((place) => numbers[place] ?? 0);
    },
  };
}

/** In bytes, of so many vectors of so many numbers. */
function codesLength(count: number, dimensions: number): number {
  return count * (Math.ceil(dimensions / WORD_BITS) + 1) * Uint32Array.BYTES_PER_ELEMENT;
}

function writeCode(codes: Int32Array, start: number, vector: Float32Array, middle: Float32Array): void {
  for (let at = 0; at < middle.length; at++) {
    if ((vector[at] ?? 0) <= (middle[at] ?? 0)) continue;
    const word = start + Math.floor(at / WORD_BITS);
    codes[word] = (codes[word] ?? 0) | (1 << (at % WORD_BITS));
  }
}

/** In how many bits each code differs. */
function distancesTo(code: Int32Array, codes: Int32Array, count: number): Uint16Array {
  const distances = new Uint16Array(count);
  for (let place = 0, at = 0; place < count; place++) {
    let distance = 0;
    for (let word = 0; word < code.length; word++, at++) distance += bitsIn((codes[at] ?? 0) ^ (code[word] ?? 0));
    distances[place] = distance;
  }
  return distances;
}

/** How many bits are 1 (Warren, "Hacker's Delight", 2nd ed., 5-1). */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55_55_55_55);
  const nibbles = (pairs & 0x33_33_33_33) + ((pairs >>> 2) & 0x33_33_33_33);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}

/** Places of at least so many of the lowest distances. @param highest distance that there may be */
function lowest(distances: Uint16Array, highest: number, least: number): number[] {
  const counts = new Uint32Array(highest + 1);
  for (const distance of distances) counts[distance] = (counts[distance] ?? 0) + 1;
  let bound = 0;
  for (let found = counts[0] ?? 0; found < least && bound < highest;) found += counts[(bound += 1)] ?? 0;
  const places: number[] = [];
  for (let place = 0; place < distances.length; place++) if ((distances[place] ?? 0) <= bound) places.push(place);
  return places;
}
