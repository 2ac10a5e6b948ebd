import type {
  Ledger,
  PaidCallKind,
  ReachedQuota,
  Spender,
  SpendingCeiling,
} from '@plumbline/contracts/common/metering';
import type { CallCost, TokenUsage } from './paid-calls.ts';

/** A call would exceed a ceiling of its run, or a quota of its user or tenant; nothing was sent. */
export class BudgetReachedError extends Error {
  override readonly name = 'BudgetReachedError';
  readonly limit: keyof SpendingCeiling;
  /** Null: it is the run's own ceiling. */
  readonly quota: ReachedQuota | null;

  constructor(limit: keyof SpendingCeiling, reached: number | ReachedQuota) {
    const isOwn = typeof reached === 'number';
    super(isOwn ? `The call would exceed the run's limit of ${reached} (${limit}).` : reached.reason);
    this.limit = limit;
    this.quota = isOwn ? null : reached;
  }
}

/** The run and activity that pay for a call; the ids stay the same in every attempt of an activity. */
export interface Payer {
  readonly researchId: string;
  readonly activityId: string;
  readonly spender?: Spender | undefined;
}

/** One request to one server; `contentHash` covers everything that the answer depends on. */
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
  /** ISO 8601: ignores older answers of other runs. A run's own answers never expire. */
  readonly notBefore: string;
  /** Runs whose answers count like the run's own. */
  readonly forebears?: readonly string[];
}

/** What a request costs the budget. */
export interface Spent extends TokenUsage {
  /** US dollars; null where the price table has no price. */
  readonly money: number | null;
}

export interface Reservation {
  readonly expected: Spent;
  /** Null for no ceiling. */
  readonly ceiling: SpendingCeiling | null;
}

/** Why a request brought no answer. */
export type LostRequest = 'refused' | 'unanswered';

/**
 * Answers and ledger of all runs in one database, so that an answer and its cost are stored together. Several processes
 * may use it at once. A row of the ledger is keyed by payer and call.
 */
export interface CallStore {
  /** Lookup order: this run, the runs it was forked from, then any other run (newest first). */
  findAnswer(key: CallKey, query: AnswerQuery): Promise<StoredAnswer | null>;
  /** Deletes a run's own answer that is no longer usable. */
  forgetAnswer(key: CallKey, researchId: string): Promise<void>;
  /** @param from the run that asked for the answer @returns what the payer's own requests for it cost */
  noteReuse(key: CallKey, payer: Payer, from: string): Promise<CallCost>;
  /**
   * Notes all answers that a run has paid for or reused until `until` (ISO 8601) as reused by the payer; the run that asked for
   * one is kept. Noting them twice changes nothing.
   */
  noteKept(payer: Payer, from: string, until: string): Promise<void>;
  /**
   * Reserves the expected cost before a request is sent. A reservation that an earlier attempt never settled counts as
   * lost.
   *
   * @throws {BudgetReachedError} when the run would exceed its ceiling, or its user or tenant a quota; nothing is
   * reserved then
   */
  reserve(key: CallKey, payer: Payer, reservation: Reservation): Promise<void>;
  /**
   * Stores the answer and settles the reservation, both or neither. Keeps the run's first answer, and settles a
   * reservation only once.
   *
   * @returns what the call cost the payer across all attempts
   */
  settle(key: CallKey, payer: Payer, settled: { readonly answer: unknown; readonly spent: Spent }): Promise<CallCost>;
  /** Notes a request without an answer: a refused one costs nothing, an unanswered one costs what was expected. */
  fail(key: CallKey, payer: Payer, how: LostRequest): Promise<void>;
  /** Open requests count with their expected cost. Null when nothing is on record. */
  ledgerOf(researchId: string): Promise<Ledger | null>;
  /** The ids under which a session and its answers have stored or paid for anything. */
  payersOf(sessionId: string): Promise<string[]>;
  /** Removes the answers that this run stored, and its ledger. @returns the number of rows removed */
  deleteRun(researchId: string): Promise<number>;
  /** Removes the answers that these runs stored; their ledgers stay. @returns the number of answers removed */
  deleteAnswersOf(researchIds: readonly string[]): Promise<number>;
  /**
   * Deletes answers stored before `before` (ISO 8601) by runs not in `keptRuns`; only counts them if `apply` is false.
   */
  deleteAnswers(
    before: string,
    keptRuns: readonly string[],
    apply: boolean,
  ): Promise<{ readonly answers: number; readonly bytes: number }>;
  close(): Promise<void>;
}
