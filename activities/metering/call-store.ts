import type { Ledger, PaidCallKind, SpendingCeiling } from '../../workflows/contracts/metering.ts';
import type { CallCost, TokenUsage } from './paid-calls.ts';

/** Whose call it is; the ids stay the same in every attempt of an activity. */
export interface Payer {
  readonly researchId: string;
  readonly activityId: string;
}

/** One question to one server; `contentHash` stands for all that the answer depends on. */
export interface CallKey {
  readonly kind: PaidCallKind;
  readonly name: string;
  readonly model: string;
  /** SHA-256 (hex) of kind, name, version, model and input. */
  readonly contentHash: string;
}

export interface StoredAnswer {
  readonly answer: unknown;
  /** The run that asked for it. */
  readonly researchId: string;
  /** ISO 8601. */
  readonly storedAt: string;
}

/** Which stored answers may be used. */
export interface AnswerQuery {
  readonly researchId: string;
  readonly reuse: 'any-run' | 'own-run';
  /** ISO 8601: older answers of other runs do not count. A run's own answers always do. */
  readonly notBefore: string;
}

/** What a request takes out of the budget. */
export interface Spent extends TokenUsage {
  /** US dollars; null where the price table has no price. */
  readonly money: number | null;
}

export interface Reservation {
  readonly expected: Spent;
  /** Null: there is none. */
  readonly ceiling: SpendingCeiling | null;
}

/** Why a request brought no answer. */
export type LostRequest = 'refused' | 'unanswered';

/**
 * Answers and ledger of all runs in one database, so that an answer and what it cost become known together. Several
 * processes use it at once. A row of the ledger is keyed by payer and call.
 */
export interface CallStore {
  /** The run's own answer before those of others, and the newest of those. */
  findAnswer(key: CallKey, query: AnswerQuery): Promise<StoredAnswer | null>;
  /** Deletes a run's own answer that is no longer usable. */
  forgetAnswer(key: CallKey, researchId: string): Promise<void>;
  /** @param from the run that asked for the answer. @returns what the payer's own requests for it cost */
  noteReuse(key: CallKey, payer: Payer, from: string): Promise<CallCost>;
  /**
   * Notes that a request is about to be sent. What an earlier attempt reserved and never settled counts as lost.
   *
   * @throws {BudgetReachedError} when the run would be beyond its ceiling; nothing is noted then
   */
  reserve(key: CallKey, payer: Payer, reservation: Reservation): Promise<void>;
  /**
   * Stores the answer and settles the reservation, both or neither. The run's first answer stays, and what is settled
   * already is not settled again.
   *
   * @returns what the call cost the payer in all attempts
   */
  settle(key: CallKey, payer: Payer, settled: { readonly answer: unknown; readonly spent: Spent }): Promise<CallCost>;
  /** The request brought no answer: a refused one costs nothing, an unanswered one counts as expected. */
  fail(key: CallKey, payer: Payer, how: LostRequest): Promise<void>;
  /** Open requests count as expected. Null when nothing is on record. */
  ledgerOf(researchId: string): Promise<Ledger | null>;
  /** Removes the answers that this run stored, and its ledger. @returns rows removed */
  deleteRun(researchId: string): Promise<number>;
  /** Answers older than this (ISO 8601) whose run is not among `keptRuns`; `apply` false: only counts. */
  deleteAnswers(
    before: string,
    keptRuns: readonly string[],
    apply: boolean,
  ): Promise<{ readonly answers: number; readonly bytes: number }>;
  close(): Promise<void>;
}
