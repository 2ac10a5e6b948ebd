import type { AnswerEvent } from '@plumbline/contracts/answers/answer';
import type { PaidCallKind } from '@plumbline/contracts/common/metering';
import { type RawBuilder, sql } from 'kysely';

export interface AnswerRow {
  readonly content_hash: string;
  readonly research_id: string;
  readonly kind: PaidCallKind;
  readonly name: string;
  readonly model: string;
  /** JSON. */
  readonly answer: string;
  readonly stored_at: string;
  readonly bytes: number;
}

/** What one activity spent on one question. Money in millionths of a US dollar; null without a price. */
export interface CallRow {
  readonly research_id: string;
  readonly activity_id: string;
  readonly content_hash: string;
  readonly kind: PaidCallKind;
  readonly name: string;
  readonly model: string;
  readonly requests: number;
  readonly lost: number;
  readonly reused: number;
  /** 1 while a request is under way, for which the three reserved amounts are kept back. */
  readonly is_open: 0 | 1;
  readonly reserved_prompt_tokens: number;
  readonly reserved_completion_tokens: number;
  readonly reserved_money: number | null;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly money: number | null;
  /** The other run whose answer was used. */
  readonly reused_from: string | null;
  readonly updated_at: string;
}

/** What a message got back, or how it was understood, for the same message of the same user. */
export interface CacheRow {
  readonly kind: 'answer' | 'plan';
  readonly cache_key: string;
  readonly session_id: string;
  readonly user_id: string | null;
  /** JSON. */
  readonly value: string;
  readonly expires_at: string;
  readonly bytes: number;
}

/** What a reader of an answer's stream gets. */
export interface EventRow {
  readonly answer_id: string;
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly session_id: string;
  readonly kind: AnswerEvent['kind'];
  readonly attempt: number;
  /** JSON. */
  readonly event: string;
  readonly stored_at: string;
  readonly bytes: number;
}

/** What a user had remembered. */
export interface MemoryRow {
  readonly user_id: string;
  readonly entry_id: string;
  /** JSON, with the history. */
  readonly entry: string;
  readonly confirmed_at: string;
  readonly bytes: number;
}

/** Whose records they are; `pages` are what a run or session read on the web, for all machines; `folders` are a user's. */
export type RecordKind = 'run' | 'session' | 'briefing' | 'pages' | 'folders';

/** One named value that a run, session, briefing or user leaves behind. */
export interface RecordRow {
  readonly kind: RecordKind;
  /** Its id. */
  readonly owner: string;
  readonly name: string;
  /** JSON. */
  readonly value: string;
  /** ISO 8601, of what it records. */
  readonly at: string;
  readonly bytes: number;
}

/** A version of an index that machines share. */
export interface IndexVersionRow {
  readonly index_id: string;
  readonly version: string;
  /** Counts the versions of an index; the highest is the newest. */
  readonly number: number;
  /** JSON: names of files with the hashes of their parts. */
  readonly files: string;
}

/** What a person called a run or a session. */
export interface LabelRow {
  readonly id: string;
  readonly name: string | null;
  readonly is_pinned: 0 | 1;
}

/** What a user or tenant used on a day. Money in millionths of a US dollar. */
export interface SpendingRow {
  /** Kind and name. */
  readonly owner: string;
  /** `2026-01-31`. */
  readonly day: string;
  readonly runs: number;
  readonly tokens: number;
  readonly money: number;
}

export interface StateTables {
  /** Of paid calls. */
  readonly answers: AnswerRow;
  readonly calls: CallRow;
  readonly cache_entries: CacheRow;
  readonly answer_events: EventRow;
  readonly memory_entries: MemoryRow;
  readonly records: RecordRow;
  readonly index_versions: IndexVersionRow;
  readonly labels: LabelRow;
  readonly spending: SpendingRow;
  /** One row. */
  readonly identity: { readonly id: string };
}

/** A sum as a number, 0 for no rows. PostgreSQL would return a sum of integers as text. */
export function sum(expression: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`CAST(COALESCE(SUM(${expression}), 0) AS DOUBLE PRECISION)`;
}
