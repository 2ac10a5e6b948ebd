import type {
  AddedMemory,
  MemoryAddition,
  MemoryEntry,
  MemoryQuery,
  MemoryVerdict,
} from '../../workflows/contracts/memory.ts';
import type { Embedder } from '../embedding/embedder.ts';
import { correctorOf } from './entry-changes.ts';
import { entryIdOf, evidenceIdOf } from './entry-id.ts';
import { createMeaningSimilarity, type MeaningSimilarity } from './meaning-similarity.ts';
import type { MemoryStore, StoredMemory } from './memory-store.ts';
import { verifyStatement } from './memory-verification.ts';
import { textSimilarity } from './text-similarity.ts';

export interface MemoryOptions {
  readonly store: MemoryStore;
  /** Null: entries are compared by words alone. */
  readonly embedder: Embedder | null;
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
  const { store, embedder, now } = options;
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
      const { verdict, concerned } = verifyStatement(addition.text, others);
      const conflicts = verdict === 'conflicts' ? concerned : [];
      const { entry, isNew } = await store.add(added);
      if (addition.reason === 'correction') await archive(store, conflicts, entry);
      return { entry: toEntry(entry, options), isNew, conflicts };
    },
    async query(userId, text, signal) {
      const entries = await list(userId);
      const { scores, notes } = await meaningScores(meaning, text, entries, signal);
      const found = entries
        .map((entry) => ({ entry, score: Math.max(textSimilarity(text, entry.text), scores.get(entry.text) ?? 0) }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score);
      return { found, notes };
    },
    verify: async (userId, text) => verifyStatement(text, (await list(userId)).filter(isValid)),
    async reinforce({ userId, entryId, evidence, operationId }) {
      const eventId = evidence === '' ? operationId : evidenceIdOf(evidence);
      const at = now().toISOString();
      const entry = await store.note(userId, entryId, { eventId, what: 'reinforced', at, evidence });
      return entry && toEntry(entry, options);
    },
  };
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
async function archive(store: MemoryStore, conflicts: AddedMemory['conflicts'], by: StoredMemory): Promise<void> {
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
