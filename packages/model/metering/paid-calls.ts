import type { MeteringTerms, PaidCallKind } from '@plumbline/contracts/common/metering';
import type { Degradation, ReasoningCost } from '@plumbline/contracts/research/accounting';

/** Of what no engine was asked for. */
export const NO_COST: ReasoningCost = { engine: 'offline', modelCalls: 0, modelTokens: 0, degradations: [] };

/** A request to a server that may charge for it. */
export interface PaidCall<Answer = unknown> {
  readonly kind: PaidCallKind;
  /** The reasoning step, the search provider, or the host of a page. */
  readonly name: string;
  /** Version of the step or adapter; bumped with every change of wording, so that older answers no longer count. */
  readonly version: number;
  /** Empty for a call without a model. */
  readonly model: string;
  /** Everything that the answer depends on, as JSON. */
  readonly input: unknown;
  /** Estimated usage, reserved before the request. */
  readonly expected: TokenUsage;
  readonly terms: MeteringTerms;
  readonly signal: AbortSignal;
  /**
   * Whether a stored answer may replace a request; by default always.
   *
   * @param isOwn whether this run asked for the answer, or a run that it was forked from
   */
  readonly isUsable?: (answer: Answer, isOwn: boolean) => Promise<boolean>;
}

export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

export const NO_TOKENS: TokenUsage = { promptTokens: 0, completionTokens: 0 };

/** What a call cost, across all attempts of its activity; an answer that another activity asked for costs nothing. */
export interface CallCost {
  readonly requests: number;
  /** Prompt and completion together. */
  readonly tokens: number;
  /** US dollars; undefined where the price table has no price. */
  readonly money: number | undefined;
}

/**
 * Makes paid calls effectively once. It records a reservation before it sends the request, and stores the answer with
 * its cost before it returns it: a killed process that asks again gets the stored answer. Equal calls that one run
 * makes at the same moment share one request.
 */
export interface PaidCalls {
  /**
   * @param send asks the server once; its answer must be JSON. Its signal aborts when no caller waits any longer
   * @throws {BudgetReachedError} before anything is sent, when the call would exceed a ceiling of the run
   * @throws anything `send` throws, or the abort reason of the call's signal
   */
  make<Answer>(
    call: PaidCall<Answer>,
    send: (signal: AbortSignal) => Promise<{ readonly answer: Answer; readonly usage: TokenUsage }>,
  ): Promise<{ readonly answer: Answer; readonly cost: CallCost }>;
}

/** Sends every call and stores nothing, for calls outside of runs. */
export function createUnrecordedCalls(): PaidCalls {
  return {
    async make({ signal }, send) {
      signal.throwIfAborted();
      const { answer, usage } = await send(signal);
      return { answer, cost: { requests: 1, tokens: usage.promptTokens + usage.completionTokens, money: undefined } };
    },
  };
}

/** The total cost of several calls; `model` if the model answered at least one. */
export function sumCosts(costs: readonly ReasoningCost[]): ReasoningCost {
  const priced = costs.flatMap(({ money }) => money ?? []);
  return {
    engine: costs.some(({ engine }) => engine === 'model') ? 'model' : 'offline',
    modelCalls: costs.reduce((sum, { modelCalls }) => sum + modelCalls, 0),
    modelTokens: costs.reduce((sum, { modelTokens }) => sum + modelTokens, 0),
    ...(priced.length > 0 && { money: priced.reduce((sum, money) => sum + money, 0) }),
    degradations: mergeDegradations(costs.flatMap(({ degradations }) => degradations)),
  };
}

export function withDegradation(cost: ReasoningCost, degradation: Degradation): ReasoningCost {
  return { ...cost, degradations: mergeDegradations([...cost.degradations, degradation]) };
}

function mergeDegradations(degradations: readonly Degradation[]): Degradation[] {
  const merged = new Map<string, Degradation>();
  for (const degradation of degradations) {
    const key = `${degradation.step}\n${degradation.cause}`;
    merged.set(key, { ...degradation, count: degradation.count + (merged.get(key)?.count ?? 0) });
  }
  return [...merged.values()];
}
