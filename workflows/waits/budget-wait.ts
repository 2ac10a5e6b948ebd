import type { ResearchLimits } from '../contracts/research-request.ts';
import type { RunWait } from '../contracts/run-wait.ts';
import { type LimitName, MODEL_LIMITS } from '../domain/research-limits.ts';

/** What the wait at a limit needs of its run. */
export interface BudgetedRun {
  readonly researchId: string;
  readonly timeoutMs: number;
  limits(): ResearchLimits;
  /** What was used up to this moment has come to the limit. */
  hasReached(name: LimitName): boolean;
  isFinishing(): boolean;
  /** Waits for people, showing why. @returns false when the time ran out */
  waitForPeople(isSettled: () => boolean, wait: RunWait): Promise<boolean>;
}

/** The question at a limit: raise it, finish with what there is, or stop. Asked once for all that come to it. */
export class BudgetWait {
  readonly #run: BudgetedRun;
  /** Limits that nobody raised: research ends there. */
  readonly #final = new Set<LimitName>();
  #asking: Promise<unknown> | null = null;

  constructor(run: BudgetedRun) {
    this.#run = run;
  }

  /** The first of the limits that is reached, and about which a person has not decided yet. */
  limitAt(...names: readonly LimitName[]): LimitName | undefined {
    if (this.#run.isFinishing()) return undefined;
    return names.find((name) => !this.#final.has(name) && this.#run.hasReached(name));
  }

  /**
   * Asks about whatever of these limits is reached. Undefined where there is nothing to ask, and nothing may be awaited: it
   * would reorder the commands of runs that began before.
   */
  askAt(...names: readonly LimitName[]): Promise<void> | undefined {
    return this.limitAt(...names) === undefined ? undefined : this.#askAll(names);
  }

  async #askAll(names: readonly LimitName[]): Promise<void> {
    for (let limit = this.limitAt(...names); limit !== undefined; limit = this.limitAt(...names)) await this.ask(limit);
  }

  /** Resolves when a person decided, or nobody did in time. @returns true when the limit was raised */
  async ask(name: LimitName): Promise<boolean> {
    const before = this.#run.limits()[name];
    const isRaised = (): boolean => this.#run.limits()[name] !== before;
    while (!isRaised() && !this.#final.has(name) && !this.#run.isFinishing()) {
      this.#asking ??= this.#askOnce(name, isRaised).finally(() => {
        this.#asking = null;
      });
      await this.#asking;
    }
    return isRaised();
  }

  async #askOnce(name: LimitName, isRaised: () => boolean): Promise<void> {
    const { researchId, timeoutMs } = this.#run;
    const now = Date.now();
    await this.#run.waitForPeople(isRaised, {
      kind: 'budget',
      subject: name,
      reason: reasonAt(name, this.#run.limits()[name]),
      remedy: `raise it: npm run extend -- ${researchId} --${OPTIONS[name]} …; finish with what there is: npm run finish -- ${researchId}; stop: npm run cancel -- ${researchId}`,
      since: new Date(now).toISOString(),
      until: new Date(now + timeoutMs).toISOString(),
      attempts: 0,
    });
    if (!isRaised()) this.#final.add(name);
  }
}

function reasonAt(name: LimitName, limit: number | null): string {
  const isOfModel = MODEL_LIMITS.some((each) => each === name);
  return isOfModel
    ? `research has used its part of the limit of ${limit}; the rest is kept for writing the report`
    : `the limit of ${limit} is reached`;
}

/** The command's option for each limit. */
const OPTIONS: Readonly<Record<LimitName, string>> = {
  searches: 'max-searches',
  pages: 'max-pages',
  modelCalls: 'max-model-calls',
  modelTokens: 'max-model-tokens',
  money: 'max-money',
  wallTimeSeconds: 'max-time',
};
