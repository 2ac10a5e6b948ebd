import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CorpusIndex } from '@plumbline/search/corpus-index';
import type { Embedder } from '@plumbline/search/embedder';
import { createFolderCorpusIndex } from '@plumbline/search/folders';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { load as loadVectorFunctions } from 'sqlite-vec';
import { openVectorTable } from '../../packages/search/index/vector-tables.ts';
import { type Figure, median, percentile, seconds, timed } from '../figure.ts';
import { writeGeneratedCorpus } from './generated-corpus.ts';
import { createVocabulary } from './generated-words.ts';
import { createRandom } from './random.ts';

const DIMENSIONS = 384;
/** Subjects that the simulated texts mix; a real model's vectors differ in about so many directions. */
const SUBJECTS = 256;
const QUERIES = 60;
const WORDS = 5;
const TOP = 10;
const AIM = 'p95 ≤ 60 ms at 43 k passages, ≤ 150 ms at 1 M';
/** Parts of a corpus that one machine does not hold, each on a machine of its own. */
const SHARDS = 10;
const DRAWS = 1_000;

interface Searches {
  readonly wall: readonly number[];
  readonly processor: readonly number[];
}

/** Search by words, and by words and meaning, over generated Markdown of several sizes; the vectors are simulated. */
export async function measureSearchSizes(megabytes: readonly number[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of megabytes) {
    process.stderr.write(`  ${size} MB\n`);
    figures.push(...(await measureSize(size)));
  }
  return figures;
}

async function measureSize(megabytes: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-sizes-'));
  const home = join(folder, 'home');
  const directory = join(folder, 'documents');
  const open = (embedder: Embedder | null) =>
    createFolderCorpusIndex({ home, blobs: createFileBlobStore(home), now: () => new Date(), embedder });
  const update = { directory, signal: new AbortController().signal, onProgress: () => undefined };
  try {
    await writeGeneratedCorpus(directory, megabytes * 1e6);
    const words = await timed(() => open(null).update(update));
    const wordBytes = await bytesOf(join(home, 'index'));
    const vectors = await timed(() => open(simulatedEmbedder).update(update));
    const { corpusId, passages } = vectors.result;
    const [byWords, hybrid] = [
      await searchAll(open(null), corpusId),
      await searchAll(open(simulatedEmbedder), corpusId),
    ];
    const size = `${passages} passages`;
    const index = join(home, 'index');
    return [
      {
        name: `indexing ${size}`,
        value: `${seconds(words.ms)}, ${inMegabytes(wordBytes)} of disk`,
        baseline: `with vectors: ${seconds(vectors.ms)} and ${inMegabytes((await bytesOf(index)) - wordBytes)} more`,
        aim: '',
      },
      {
        name: `search by words, ${size}, p50 / p95`,
        value: show(byWords.wall),
        baseline: `processor time: ${show(byWords.processor)}`,
        aim: '',
      },
      {
        name: `search by words and meaning, ${size}, p50 / p95`,
        value: show(hybrid.wall),
        baseline: `processor time: ${show(hybrid.processor)}`,
        aim: AIM,
      },
      {
        name: `simulated: ${SHARDS} machines with ${size} each, the slowest answer, without the network, p50 / p95`,
        value: show(slowestOf(hybrid.wall)),
        baseline: '',
        aim: 'p95 ≤ 300 ms at 10 M',
      },
      await recallOf(join(index, corpusId, 'vectors'), size),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each query is some words of the generated languages, by Zipf's law. */
async function searchAll(corpus: CorpusIndex, corpusId: string): Promise<Searches> {
  const random = createRandom(5);
  const vocabulary = createVocabulary('en');
  const searches: { wall: number; processor: number }[] = [];
  for (let query = 0; query <= QUERIES; query++) {
    const words = Array.from({ length: WORDS }, () => vocabulary.noun(random())).join(' ');
    const before = process.cpuUsage();
    const { ms } = await timed(() => corpus.search({ corpusId, query: words, language: 'en', topK: TOP }));
    const { user, system } = process.cpuUsage(before);
    searches.push({ wall: ms, processor: (user + system) / 1_000 });
  }
  // The first one opens what the others find open.
  const others = searches.slice(1);
  return { wall: others.map(({ wall }) => wall), processor: others.map(({ processor }) => processor) };
}

/** A search of several machines takes as long as the slowest of them. */
function slowestOf(searches: readonly number[]): number[] {
  const random = createRandom(10);
  const draw = (): number => searches[Math.floor(random() * searches.length)] ?? 0;
  return Array.from({ length: DRAWS }, () => Math.max(...Array.from({ length: SHARDS }, draw)));
}

/** How many of the ten nearest vectors are found, beside reading all. */
async function recallOf(folder: string, size: string): Promise<Figure> {
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.sqlite'));
  const table = openVectorTable(folder, simulatedEmbedder.id);
  const database = new DatabaseSync(join(folder, file), { allowExtension: true, readOnly: true });
  loadVectorFunctions(database);
  const exactly = database.prepare(
    'SELECT passageId FROM vectors ORDER BY vec_distance_l2(vector, ?), passageId LIMIT ?',
  );
  const [fast, exact]: [number[], number[]] = [[], []];
  let found = 0;
  for (let query = 0; query < QUERIES; query++) {
    const vector = simulatedVector(`query ${query}`);
    const { ms, result } = await timed(() => table.nearest(vector, 100));
    const all = await timed(async () => exactly.all(new Uint8Array(vector.buffer), TOP));
    const ids = new Set(result.map(({ passageId }) => passageId));
    found += all.result.filter(({ passageId }) => ids.has(String(passageId))).length / TOP;
    fast.push(ms);
    exact.push(all.ms);
  }
  table.close();
  database.close();
  return {
    name: `nearest vectors, simulated, ${size}: recall@${TOP}; p50 / p95`,
    value: `${(found / QUERIES).toFixed(3)}; ${show(fast)}`,
    baseline: `reading all: 1; ${show(exact)}`,
    aim: '≥ 0.95',
  };
}

const simulatedEmbedder: Embedder = { id: 'simulated', embed: async (texts) => texts.map(simulatedVector) };

let subjects: readonly Float32Array[] | undefined;

/** A text mixes three subjects, beside what is its own and what all texts have in common, as with real models. */
function simulatedVector(text: string): Float32Array {
  subjects ??= Array.from({ length: SUBJECTS + 1 }, (_, seed) => noise(createRandom(seed)));
  const random = createRandom(createHash('sha256').update(text).digest().readUInt32LE());
  const vector = noise(random);
  const add = (of: Float32Array | undefined, weight: number): void => {
    for (let at = 0; at < DIMENSIONS; at++) vector[at] = (vector[at] ?? 0) + weight * (of?.[at] ?? 0);
  };
  add(subjects[SUBJECTS], 2);
  for (let subject = 0; subject < 3; subject++) add(subjects[Math.floor(random() * SUBJECTS)], 0.5 + random());
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Sums of three even numbers are near enough to the normal distribution. */
function noise(random: () => number): Float32Array {
  return Float32Array.from({ length: DIMENSIONS }, () => random() + random() + random() - 1.5);
}

async function bytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
const show = (values: readonly number[]): string =>
  `${median(values).toFixed(0)} / ${percentile(values, 0.95).toFixed(0)} ms`;
