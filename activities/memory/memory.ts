import { createHash } from 'node:crypto';
import type {
  AddedMemory,
  MemoryAddition,
  MemoryEntry,
  MemoryQuery,
  MemoryVerdict,
} from '@plumbline/contracts/research/memory';
import { wordCoverage } from '@plumbline/evidence/claims';
import { detectLanguage } from '@plumbline/language/detection';
import { withoutFigures } from '@plumbline/language/figures';
import { normaliseText } from '@plumbline/language/normalised-text';
import { contentTerms } from '@plumbline/language/terms';
import type { Reasoner } from '@plumbline/model/reasoner';
import type { Embedder } from '@plumbline/search/embedder';
import { compareByMeaning, type JudgedMemory } from '../steps/compare-memory.ts';
import { correctorOf, type MemoryStore, type StoredMemory } from './memory-store.ts';

/**
 * How near two texts are by meaning depends on the model: some give 0.8 to anything. So a remembered text counts as far as
 * it is nearer to the query than the nearest of these notes, which are about nothing that anybody asks.
 */
const NEUTRAL_NOTES = [
  'The fence behind the shed was painted last spring.',
  'Three spoons lie in the upper drawer.',
  'Der Hund des Nachbarn schläft gern in der Sonne.',
  'A thin layer of snow covered the roof in the morning.',
  'Die Treppe zum Keller hat vierzehn Stufen.',
  'The choir rehearses on the second floor.',
];

/** The newest entries that are compared by meaning; the others by words alone. */
const MOST_COMPARED = 500;
/** Vectors that a process keeps at hand. They are never stored, so that erasing a text leaves none behind. */
const MOST_KEPT = 5_000;
const BATCH = 64;

const SHOWN_DIGITS = 16;

export interface MemoryOptions {
  readonly store: MemoryStore;
  /** Null: entries are compared by words alone. */
  readonly embedder: Embedder | null;
  /** Judges what entries mean; without a model entries that share words are shown unjudged. */
  readonly reasoner: Reasoner;
  readonly now: () => Date;
  /** An entry that is not core and was not confirmed for so long is in the archive. */
  readonly archiveAfterMs: number;
}

/** Who asks for an addition: a person, or a model in an answer. */
export type MemoryOrigin = Pick<MemoryEntry['provenance'], 'by' | 'where'>;

export interface Reinforcement {
  readonly userId: string;
  readonly entryId: string;
  /** What speaks for it; empty: the user confirms it. The same evidence counts once. */
  readonly evidence: string;
  /** Tells confirmations without evidence apart: one of the same id counts once. */
  readonly operationId: string;
}

/** What can be done with the memory of a user, apart from erasing it. Nothing else writes to it. */
export interface Memory {
  /** The last confirmed first, the archive last. */
  list(userId: string): Promise<MemoryEntry[]>;
  add(addition: MemoryAddition, origin: MemoryOrigin): Promise<AddedMemory>;
  /** Everything of one user that has anything to do with the text, the archive included. */
  query(userId: string, text: string, signal: AbortSignal): Promise<MemoryQuery>;
  verify(userId: string, text: string): Promise<MemoryVerdict>;
  /** Null: the user has no such entry. */
  reinforce(reinforcement: Reinforcement): Promise<MemoryEntry | null>;
}

export function createMemory(options: MemoryOptions): Memory {
  const { store, embedder, now, reasoner } = options;
  const meaning = embedder === null ? null : createMeaningSimilarity(embedder);
  const list = async (userId: string): Promise<MemoryEntry[]> => {
    const entries = (await store.list(userId)).map((entry) => toEntry(entry, options));
    return entries.toSorted((a, b) => RANK[a.standing] - RANK[b.standing]);
  };
  return {
    list,
    async add(addition, origin) {
      const added = newEntry(addition, origin, now());
      const others = (await list(addition.userId)).filter(
        (other) => other.entryId !== added.entryId && (isValid(other) || correctorOf(other) === added.entryId),
      );
      const compared = await compare(addition.text, others, reasoner);
      const { entry, isNew } = await store.add(added);
      const isCorrected = addition.reason === 'correction' && compared.verdict === 'conflicts';
      if (isCorrected) await archive(store, compared.concerned, entry);
      return { entry: toEntry(entry, options), isNew, ...compared };
    },
    query: async (userId, text, signal) => find(text, await list(userId), meaning, signal),
    verify: async (userId, text) => compare(text, (await list(userId)).filter(isValid), reasoner),
    async reinforce({ userId, entryId, evidence, operationId }) {
      // The same evidence counts once.
      const eventId = evidence === '' ? operationId : `evidence ${hashOf(comparable(evidence))}`;
      const at = now().toISOString();
      const entry = await store.note(userId, entryId, { eventId, what: 'reinforced', at, evidence });
      return entry && toEntry(entry, options);
    },
  };
}

async function find(
  text: string,
  entries: readonly MemoryEntry[],
  meaning: MeaningSimilarity | null,
  signal: AbortSignal,
): Promise<MemoryQuery> {
  const { scores, notes } = await meaningScores(meaning, text, entries, signal);
  const found = entries
    .map((entry) => ({ entry, score: Math.max(textSimilarity(text, entry.text), scores.get(entry.text) ?? 0) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  return { found, notes };
}

function isValid(entry: MemoryEntry): boolean {
  return correctorOf(entry) === null;
}

const RANK = { core: 0, active: 1, archive: 2 } as const;

/** An entry with what it is worth now. */
function toEntry(stored: StoredMemory, { now, archiveAfterMs }: MemoryOptions): MemoryEntry {
  const { isCore, ...entry } = stored;
  const isOld = Date.parse(entry.confirmedAt) < now().getTime() - archiveAfterMs;
  const standing = correctorOf(stored) !== null ? 'archive' : isCore ? 'core' : isOld ? 'archive' : 'active';
  return { ...entry, standing };
}

function newEntry({ userId, text, type, core, reason }: MemoryAddition, origin: MemoryOrigin, now: Date): StoredMemory {
  const at = now.toISOString();
  return {
    entryId: entryIdOf(userId, text),
    userId,
    text,
    type,
    isCore: core,
    provenance: { ...origin, reason },
    createdAt: at,
    confirmedAt: at,
    strength: 1,
    history: [{ eventId: 'added', what: 'added', at, evidence: '' }],
  };
}

/** What a correction contradicts is kept, but no longer given to answers. */
async function archive(store: MemoryStore, conflicts: MemoryVerdict['concerned'], by: StoredMemory): Promise<void> {
  const eventId = `corrected ${by.entryId} ${by.confirmedAt}`;
  for (const { entry } of conflicts) {
    const event = { eventId, what: 'corrected' as const, at: by.confirmedAt, evidence: by.entryId };
    await store.note(entry.userId, entry.entryId, event);
  }
}

/** Without an embedding model, and where it fails, words decide alone. */
async function meaningScores(
  meaning: MeaningSimilarity | null,
  text: string,
  entries: readonly MemoryEntry[],
  signal: AbortSignal,
): Promise<{ readonly scores: ReadonlyMap<string, number>; readonly notes: readonly string[] }> {
  if (meaning === null) return { scores: new Map(), notes: [] };
  try {
    const texts = entries.map((entry) => entry.text);
    return { scores: await meaning.compare(text, texts, signal), notes: [] };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return { scores: new Map(), notes: [`memory was compared by words only: ${cause}`] };
  }
}

/** Entries that share words with a statement are shown where no model judges. */
const MOST_SIMILAR = 3;
export const MAY_BE_MEANT = 0.3;

/** What entries mean, only a model can say; without one, what is known in the same words and what shares words. */
async function compare(text: string, entries: readonly MemoryEntry[], reasoner: Reasoner): Promise<MemoryVerdict> {
  const wording = comparable(text);
  const same = entries.filter((entry) => comparable(entry.text) === wording);
  if (same.length > 0) return { verdict: 'known', concerned: same.map(unjudged), notes: [] };
  if (entries.length === 0) return { verdict: 'new', concerned: [], notes: [] };
  const { judged, notes } = await compareByMeaning(reasoner, text, entries);
  return { ...(judged ?? similarTo(text, entries)), notes };
}

function similarTo(text: string, entries: readonly MemoryEntry[]): JudgedMemory {
  const similar = entries
    .map((entry) => ({ entry, score: textSimilarity(text, entry.text) }))
    .filter(({ score }) => score >= MAY_BE_MEANT)
    .toSorted((a, b) => b.score - a.score);
  const concerned = similar.slice(0, MOST_SIMILAR).map(({ entry }) => unjudged(entry));
  return { verdict: concerned.length === 0 ? 'new' : 'not-judged', concerned };
}

function unjudged(entry: MemoryEntry): MemoryVerdict['concerned'][number] {
  return { entry, difference: '' };
}

/** Ids of entries come from user and text, so that a repeated attempt finds what it stored: typography and a final mark do not count. */
function entryIdOf(userId: string, text: string): string {
  return `m-${hashOf(userId, comparable(text))}`;
}

function comparable(text: string): string {
  return normaliseText(text)
    .text.toLowerCase()
    .replace(/(?<![\s.!])[\s.!]+$/u, '');
}

function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, SHOWN_DIGITS);
}

/** Similarity by meaning, 0..1, of one query to remembered texts. */
interface MeaningSimilarity {
  /** @throws {EmbeddingError} and the signal's reason once it is aborted */
  compare(query: string, texts: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>>;
}

function createMeaningSimilarity(embedder: Embedder): MeaningSimilarity {
  const vectors = new Map<string, Float32Array>();

  async function embedAll(texts: readonly string[], signal: AbortSignal): Promise<void> {
    const missing = [...new Set(texts)].filter((text) => !vectors.has(text));
    if (vectors.size + missing.length > MOST_KEPT) vectors.clear();
    for (let start = 0; start < missing.length; start += BATCH) {
      const batch = missing.slice(start, start + BATCH);
      const embedded = await embedder.embed(batch, 'passage', signal);
      // Batch by batch: what came before the time was over serves the next query.
      batch.forEach((text, index) => vectors.set(text, embedded[index] ?? new Float32Array()));
    }
  }

  return {
    async compare(query, texts, signal) {
      const compared = texts.slice(0, MOST_COMPARED);
      if (compared.length === 0) return new Map();
      const [asked] = await embedder.embed([query], 'query', signal);
      await embedAll([...NEUTRAL_NOTES, ...compared], signal);
      const nearness = (text: string): number => cosine(asked, vectors.get(text));
      const noise = Math.max(...NEUTRAL_NOTES.map(nearness));
      return new Map(compared.map((text) => [text, Math.max(0, (nearness(text) - noise) / (1 - noise || 1))]));
    },
  };
}

function cosine(first: Float32Array | undefined, second: Float32Array | undefined): number {
  if (first === undefined || second === undefined || first.length !== second.length) return 0;
  let [product, own, other] = [0, 0, 0];
  for (const [index, value] of first.entries()) {
    const opposite = second[index] ?? 0;
    product += value * opposite;
    own += value * value;
    other += opposite * opposite;
  }
  return product / (Math.sqrt(own * other) || 1);
}

/** Language in which two short texts are compared: the remembered one's, else the other's. */
export function comparedLanguage(remembered: string, other: string): string {
  const known = [detectLanguage(remembered), detectLanguage(other)];
  return known.find((language) => language !== 'und') ?? 'en';
}

/**
 * How far two texts are about the same, by their content words (stems, parts of compounds, derived words): the mean of the
 * shares that each finds in the other. 0..1; 0 for a text without content words.
 */
export function textSimilarity(query: string, remembered: string): number {
  const language = comparedLanguage(remembered, query);
  const counts = [query, remembered].map((text) => contentTerms(withoutFigures(text), language).length);
  if (counts.includes(0)) return 0;
  const asked = wordCoverage(query, language, remembered).share;
  if (asked === 0) return 0;
  return (asked + wordCoverage(remembered, language, query).share) / 2;
}
