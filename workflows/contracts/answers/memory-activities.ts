import type { Finding } from '../evidence/finding.ts';
import type { MemoryStanding } from '../research/memory.ts';
import type { MemoryUse } from './answer.ts';
import type { SessionContext } from './conversation.ts';

export interface RecallMemoryInput {
  readonly userId: string;
  /** A message or a question. */
  readonly text: string;
  /** Similarity, 0..1, from which an entry is relevant. */
  readonly threshold: number;
}

/** An entry that belongs to the context. */
export interface RecalledEntry {
  readonly entryId: string;
  readonly text: string;
  readonly standing: MemoryStanding;
  /** Similarity to the text, 0..1. */
  readonly score: number;
}

export interface RecalledMemory {
  /** Core entries, then the relevant ones, most similar first. */
  readonly entries: readonly RecalledEntry[];
  /** Of the relevant ones, core or not; the one quote of each is its whole stored text. */
  readonly findings: readonly Finding[];
  /** Changes with every change of what may be recalled; empty: nothing is remembered. */
  readonly version: string;
  /** What could not be done, for people. */
  readonly notes: readonly string[];
}

export interface ManageMemoryInput {
  /** Null: the session has none, which is all that can be said. */
  readonly userId: string | null;
  readonly answerId: string;
  readonly message: string;
  readonly context: SessionContext;
  /** Of the plan of the answer. */
  readonly uses: readonly MemoryUse[];
  /** Entries that are sources of the answer already. */
  readonly recalled: readonly string[];
  /** Similarity, 0..1, from which an entry that is asked for is a source. */
  readonly threshold: number;
}

/** What a message found in the memory, changed in it, or was refused. */
export interface ManagedMemory {
  readonly operations: readonly {
    readonly operation: 'add' | 'query' | 'verify' | 'reinforce';
    readonly entryId: string | null;
    /** Null: it was done. */
    readonly refusal: string | null;
  }[];
  /** For people, in the language of the message. */
  readonly notes: readonly string[];
  /** What was asked for and is no source yet. */
  readonly findings: readonly Finding[];
  /** The whole answer to a message that only asks to remember; null: the message asks something else. */
  readonly reply: string | null;
}
