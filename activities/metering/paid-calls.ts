import type { MeteringTerms, PaidCallKind } from '../../workflows/contracts/metering.ts';

/** A request to a server that may charge for it. */
export interface PaidCall<Answer = unknown> {
  readonly kind: PaidCallKind;
  /** The reasoning step, the search provider, or the host of a page. */
  readonly name: string;
  /** Of the step or adapter: bumped with every change of wording, so that older answers no longer count. */
  readonly version: number;
  /** Empty where no model is asked. */
  readonly model: string;
  /** All that the answer depends on, as JSON. */
  readonly input: unknown;
  /** As far as it can be known before. */
  readonly expected: TokenUsage;
  readonly terms: MeteringTerms;
  readonly signal: AbortSignal;
  /**
   * Whether a stored answer may be given instead of asking; all may by default.
   *
   * @param isOwn this run asked for it
   */
  readonly isUsable?: (answer: Answer, isOwn: boolean) => Promise<boolean>;
}

export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

export const NO_TOKENS: TokenUsage = { promptTokens: 0, completionTokens: 0 };

/** What a call cost the run, in all attempts of its activity; an answer that another activity asked for costs nothing. */
export interface CallCost {
  readonly requests: number;
  /** Prompt and completion together. */
  readonly tokens: number;
  /** US dollars; undefined where the price table has no price. */
  readonly money: number | undefined;
}

/**
 * Makes paid calls effectively once. A reservation is on record before the request is sent, and the answer is stored
 * together with its cost before it is returned: a process that is killed and asks again gets the stored answer. Several that
 * ask the same for one run at the same moment share one request.
 */
export interface PaidCalls {
  /**
   * @param send asks the server, once; its answer must be JSON. Its signal aborts when no caller waits any longer
   * @throws {BudgetReachedError} before anything is sent, when the call would take the run beyond a ceiling; what `send`
   * throws; the reason of the call's signal once it is aborted
   */
  make<Answer>(
    call: PaidCall<Answer>,
    send: (signal: AbortSignal) => Promise<{ readonly answer: Answer; readonly usage: TokenUsage }>,
  ): Promise<{ readonly answer: Answer; readonly cost: CallCost }>;
}
