import type { Finding } from '../evidence/evidence.ts';
import type { ReasoningInput } from '../research/accounting.ts';
import type { MemoryStanding } from '../research/memory.ts';
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

export interface ManageMemoryInput extends ReasoningInput {
  readonly userId: string;
  readonly answerId: string;
  readonly message: string;
  readonly context: SessionContext;
}

/** What a message changed in the memory, or was refused. */
export interface ManagedMemory {
  readonly operations: readonly {
    readonly operation: 'add' | 'query' | 'verify' | 'reinforce';
    readonly entryId: string | null;
    /** Null: it was done. */
    readonly refusal: string | null;
  }[];
  /** For people, in the language of the message. */
  readonly notes: readonly string[];
  /** The whole answer to a message that only asks to remember; null: the message asks something else. */
  readonly reply: string | null;
}
