import type { Activities } from '@plumbline/contracts/activities';
import { FailureType } from '@plumbline/contracts/common/failure-types';
import type { MeteringTerms } from '@plumbline/contracts/common/metering';
import type { Reasoned, ReasoningCost, ReasoningInput } from '@plumbline/contracts/research/accounting';
import type { ResearchLimits, ResearchRequest, ResearchSettings } from '@plumbline/contracts/research/research-request';
import { ApplicationFailure, isCancellation } from '@temporalio/workflow';
import { describeCause, isModelFailure, modelWaitCause, reachedLimit } from '../../calls/activity-failures.ts';
import { callActivity, type CallOptions } from '../../calls/activity-options.ts';
import type { BudgetWait } from '../../calls/budget-wait.ts';
import type { ServerWait } from '../../calls/server-wait.ts';
import { approvedTasksOf } from '../../domain/approved-tasks.ts';
import { closingCeiling, RESEARCH_SHARE, researchCeiling } from '../../domain/research-limits.ts';
import type { RunAccounts } from './run-accounts.ts';
import type { LiveState } from './run-state.ts';

/** Activities that reason, and what each gives back. */
export type ReasoningName = {
  [Name in keyof Activities]: Awaited<ReturnType<Activities[Name]>> extends Reasoned<unknown> ? Name : never;
}[keyof Activities];
type ReasonedValue<Name extends ReasoningName> =
  Awaited<ReturnType<Activities[Name]>> extends Reasoned<infer Value> ? Value : never;
/** An activity's input without what every reasoning call gets. */
type ReasonedInput<Name extends ReasoningName> = Omit<Parameters<Activities[Name]>[0], keyof ReasoningInput>;

/** Steps that a part of the budget is kept back for. */
const CLOSING: ReadonlySet<string> = new Set<ReasoningName>([
  'synthesizeReport',
  'completeSections',
  'verifyParts',
  'composeAnswer',
  'answerGenerally',
  'composeBriefing',
]);

/** For how long a run goes on without asking whether there is a model; one may be configured meanwhile. */
const WITHOUT_MODEL_MS = 10 * 60_000;

/** The worker of the workflow does it at once, without a way to the queue for models. */
const BY_RULE: CallOptions = { queue: 'main' };

const EXHAUSTED = 'the limit on the model is reached';
const NO_MODEL =
  'no model is set up. Set OPENAI_BASE_URL and PLUMBLINE_MODEL and restart the worker, or do without --require-model';
const FINISHING = 'research was finished early; the model is no longer used';

export interface ReasoningParts {
  readonly request: SpendingRequest;
  readonly state: LiveState;
  readonly accounts: RunAccounts;
  readonly budget: BudgetWait;
  /** The model endpoint. */
  readonly model: ServerWait;
  /** Steps that rules do in any case. */
  readonly byRule?: ReadonlySet<ReasoningName>;
}

/** The reasoning calls of a run: by the model while it may be asked, by the rules without one when it may not. */
export class RunReasoning {
  readonly #parts: ReasoningParts;
  #modelFailure: string | null = null;
  /** When a step last said that no model is configured, in milliseconds since 1970. */
  #withoutModelSince = Number.NEGATIVE_INFINITY;
  #day: string | null = null;
  /** What a run that requires its model ends with: a stage may have made a gap of it. */
  #end: unknown = null;

  constructor(parts: ReasoningParts) {
    this.#parts = parts;
  }

  /** From now on the model takes this day (ISO 8601) as today. */
  dateLike(time: string): void {
    this.#day = time.slice(0, 10);
  }

  /** Whether a step has said lately that no model is configured. */
  get #isWithoutModel(): boolean {
    return Date.now() - this.#withoutModelSince < WITHOUT_MODEL_MS;
  }

  async ask<Name extends ReasoningName>(
    name: Name,
    input: ReasonedInput<Name>,
    summary: string,
  ): Promise<ReasonedValue<Name>> {
    const { model, budget, byRule, request, state } = this.#parts;
    if (this.#end !== null) throw this.#end;
    if (this.#isWithoutModel || byRule?.has(name) === true) return this.#call('offline', name, input, summary, BY_RULE);
    for (;;) {
      const cause = this.#causeAgainstModel(name);
      if (cause !== null) return this.askRules(name, input, summary, cause);
      const call = () =>
        this.#call(this.#causeAgainstModel(name) === null ? 'configured' : 'offline', name, input, summary);
      try {
        return await model.ask(call, modelWaitCause);
      } catch (error) {
        if (isCancellation(error)) throw error;
        const limit = reachedLimit(error);
        if (limit !== null) {
          if (!CLOSING.has(name) && (await budget.ask(limit.name, limit.quota))) continue;
          return this.askRules(name, input, summary, limit.quota?.reason ?? EXHAUSTED);
        }
        if (!isModelFailure(error)) throw error;
        if (request.settings.requireModel && !state.isFinishing) throw (this.#end = error);
        // One refused request says nothing about the next; a server that never came back does.
        if (modelWaitCause(error) !== null) this.#modelFailure = describeCause(error);
        return this.askRules(name, input, summary, describeCause(error));
      }
    }
  }

  /** The rules in the place of a model, which is a degradation. */
  askRules<Name extends ReasoningName>(
    name: Name,
    input: ReasonedInput<Name>,
    summary: string,
    cause: string,
  ): Promise<ReasonedValue<Name>> {
    const { accounts } = this.#parts;
    // Where no model is configured nothing is lost.
    if (cause !== FINISHING || accounts.engine === 'model')
      accounts.degrade({ step: name, cause, count: 1, isByRule: true });
    return this.#call('offline', name, input, `${summary} (offline)`);
  }

  #causeAgainstModel(name: ReasoningName): string | null {
    const { accounts, state } = this.#parts;
    if (this.#modelFailure !== null) return this.#modelFailure;
    if (accounts.isModelExhausted()) return EXHAUSTED;
    // A person who wants the report now waits for synthesis alone.
    return state.isFinishing && name !== 'synthesizeReport' ? FINISHING : null;
  }

  async #call<Name extends ReasoningName>(
    engine: ReasoningInput['engine'],
    name: Name,
    input: ReasonedInput<Name>,
    summary: string,
    options: CallOptions = { endsAtFailureOfServer: true },
  ): Promise<ReasonedValue<Name>> {
    const { request, state, accounts } = this.#parts;
    const reasoning: ReasoningInput = {
      engine,
      today: this.#day ?? new Date(Date.now()).toISOString().slice(0, 10),
      metering: meteringTerms(request, state.current.limits, CLOSING.has(name)),
      approvedTasks: approvedTasksOf(state.current),
    };
    // `Omit` on a generic hides that the fields complete the input; the names come from one type.
    const complete = { ...input, ...reasoning } as unknown as Parameters<Activities[Name]>[0];
    const call = callActivity(name, complete, summary, options) as Promise<Reasoned<ReasonedValue<Name>>>;
    const { value, cost } = await accounts.book(() => call);
    const lack = engine === 'configured' && request.settings.requireModel ? lackOf(cost) : null;
    if (lack !== null) throw (this.#end = ApplicationFailure.nonRetryable(lack, FailureType.ModelRejected));
    if (engine === 'configured' && cost.isWithoutModel === true) this.#withoutModelSince = Date.now();
    return value;
  }
}

/** Why the rules did a step that a model was asked for; null: they did not. */
function lackOf({ engine, degradations, isWithoutModel }: ReasoningCost): string | null {
  if (isWithoutModel === true) return NO_MODEL;
  const lost = degradations.find(({ isByRule }) => isByRule === true);
  return engine === 'model' || lost === undefined ? null : `${lost.step}: ${lost.cause}`;
}

/** What of a request decides on what terms it may spend. */
interface SpendingRequest extends Pick<ResearchRequest, 'forkedFrom' | 'userId'> {
  readonly settings: Pick<ResearchSettings, 'fresh' | 'model' | 'requireModel'>;
}

/** @param isClosing of a step that a part of the budget is kept back for */
export function meteringTerms(
  { settings: { fresh, model }, forkedFrom, userId }: SpendingRequest,
  limits: ResearchLimits,
  isClosing = false,
): MeteringTerms {
  return {
    reuse: fresh ? 'own-run' : 'any-run',
    ceiling: isClosing ? closingCeiling(limits) : researchCeiling(limits),
    ...(forkedFrom !== undefined && { forebears: [forkedFrom.researchId, ...forkedFrom.ancestors] }),
    ...(model !== undefined && { model }),
    ...(userId !== undefined && { spender: { userId, share: isClosing ? 1 : RESEARCH_SHARE } }),
  };
}
