import { isCancellation } from '@temporalio/workflow';
import { callActivity } from '../../activity-options.ts';
import type { Reasoned, ReasoningInput } from '../../contracts/accounting.ts';
import type { Activities } from '../../contracts/activities.ts';
import type { MeteringTerms } from '../../contracts/metering.ts';
import type { ApprovedTask } from '../../contracts/research-plan.ts';
import { describeFailure, isModelFailure, modelServerFailure, reachedLimit } from '../../failures.ts';
import type { BudgetWait } from '../../waits/budget-wait.ts';
import type { ServerWait } from '../../waits/server-wait.ts';
import type { RunAccounts } from './run-accounts.ts';

/** Activities that reason, and what each gives back. */
export type ReasoningName = {
  [Name in keyof Activities]: Awaited<ReturnType<Activities[Name]>> extends Reasoned<unknown> ? Name : never;
}[keyof Activities];
export type ReasonedValue<Name extends ReasoningName> =
  Awaited<ReturnType<Activities[Name]>> extends Reasoned<infer Value> ? Value : never;
/** An activity's input without what every reasoning call gets. */
export type ReasonedInput<Name extends ReasoningName> = Omit<Parameters<Activities[Name]>[0], keyof ReasoningInput>;

/** Steps that a part of the budget is kept back for. */
const CLOSING: ReadonlySet<string> = new Set<ReasoningName>(['validateRelevance', 'synthesizeReport']);

const EXHAUSTED = 'the limit on the model is reached';
const FINISHING = 'research was finished early, no model is asked any more';

/** What reasoning needs of its run. */
export interface ReasoningRun {
  readonly researchId: string;
  readonly accounts: RunAccounts;
  readonly budget: BudgetWait;
  /** The model endpoint. */
  readonly model: ServerWait;
  /** False for runs that began before: they leave retries to Temporal, and go on without a model that failed. */
  readonly hasDurableWaits: boolean;
  isFinishing(): boolean;
  meteringTerms(isClosing: boolean): MeteringTerms;
  approvedTasks(): readonly ApprovedTask[];
}

/** The reasoning calls of a run: by the model while it may be asked, by the rules without one when it may not. */
export class RunReasoning {
  readonly #run: ReasoningRun;
  #modelFailure: string | null = null;

  constructor(run: ReasoningRun) {
    this.#run = run;
  }

  async reason<Name extends ReasoningName>(
    name: Name,
    input: ReasonedInput<Name>,
    summary: string,
  ): Promise<ReasonedValue<Name>> {
    const { model, hasDurableWaits } = this.#run;
    for (;;) {
      const cause = this.#causeAgainstModel(name);
      if (cause !== null) return this.#askRules(name, input, summary, cause);
      const ask = () =>
        this.#ask(this.#causeAgainstModel(name) === null ? 'configured' : 'offline', name, input, summary);
      try {
        return hasDurableWaits
          ? await model.ask(ask, (error) => modelServerFailure(error, this.#run.researchId))
          : await ask();
      } catch (error) {
        if (isCancellation(error)) throw error;
        const limit = hasDurableWaits ? reachedLimit(error) : null;
        if (limit !== null) {
          if (!CLOSING.has(name) && (await this.#run.budget.ask(limit))) continue;
          return this.#askRules(name, input, summary, EXHAUSTED);
        }
        if (!isModelFailure(error)) throw error;
        this.#giveUp(error);
        return this.#askRules(name, input, summary, describeFailure(error));
      }
    }
  }

  /** One request that is refused says nothing about the next; a server that was waited for in vain does. */
  #giveUp(error: unknown): void {
    const { hasDurableWaits, researchId } = this.#run;
    if (!hasDurableWaits || modelServerFailure(error, researchId) !== null) this.#modelFailure = describeFailure(error);
  }

  #causeAgainstModel(name: ReasoningName): string | null {
    if (this.#modelFailure !== null) return this.#modelFailure;
    if (this.#run.accounts.isModelExhausted()) return EXHAUSTED;
    // Synthesis alone is worth a call when somebody waits for the report.
    const mayAsk = !this.#run.hasDurableWaits || !this.#run.isFinishing() || name === 'synthesizeReport';
    return mayAsk ? null : FINISHING;
  }

  #askRules<Name extends ReasoningName>(name: Name, input: ReasonedInput<Name>, summary: string, cause: string) {
    const { accounts } = this.#run;
    // Where no model is configured nothing is lost.
    if (cause !== FINISHING || accounts.engine === 'model') accounts.degrade(name, cause);
    return this.#ask('offline', name, input, `${summary} (offline)`);
  }

  async #ask<Name extends ReasoningName>(
    engine: ReasoningInput['engine'],
    name: Name,
    input: ReasonedInput<Name>,
    summary: string,
  ): Promise<ReasonedValue<Name>> {
    const { accounts, hasDurableWaits } = this.#run;
    const today = new Date(Date.now()).toISOString().slice(0, 10);
    const terms = hasDurableWaits ? { metering: this.#run.meteringTerms(CLOSING.has(name)) } : {};
    const approvedTasks = this.#run.approvedTasks();
    const approved = approvedTasks.length > 0 ? { approvedTasks } : {};
    // `Omit` on a generic hides that the fields complete the input; the names come from one type.
    const complete = { ...input, engine, today, ...terms, ...approved } as unknown as Parameters<Activities[Name]>[0];
    const options = { endsAtFailureOfServer: hasDurableWaits };
    const call = callActivity(name, complete, summary, options) as Promise<Reasoned<ReasonedValue<Name>>>;
    return (await accounts.book(() => call)).value;
  }
}
