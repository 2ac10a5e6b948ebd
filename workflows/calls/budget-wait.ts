import type { ReachedQuota } from '@plumbline/contracts/common/metering';
import type { RunWait } from '@plumbline/contracts/report/progress';
import type { ResearchLimits } from '@plumbline/contracts/research/research-request';
import { type LimitName, MODEL_LIMITS } from '../domain/research-limits.ts';

/** The clock of a worker may be behind the workflow's: it would refuse again. */
const RENEWAL_MARGIN_MS = 60_000;

export interface BudgetWaitOptions {
  /** How long a person may take to decide; 0: no question is put. */
  readonly timeoutMs: number;
  /** As they are at this moment. */
  readonly limits: () => ResearchLimits;
  /** Whether the usage so far has come to the limit. */
  readonly hasReached: (name: LimitName) => boolean;
  /** Whether a person asked for the report now: then no limit is asked about. */
  readonly isFinishing: () => boolean;
  /** Shows the wait until the condition is true or its time is up. */
  readonly waitForPeople: (isSettled: () => boolean, wait: RunWait) => Promise<void>;
}

/** The question at a limit: raise it, finish with what there is, or stop. All calls that reach the limit share one wait. */
export class BudgetWait {
  readonly #options: BudgetWaitOptions;
  /** Limits that were not raised in time: research ends there. */
  readonly #final = new Set<LimitName>();
  #asking: Promise<unknown> | null = null;

  constructor(options: BudgetWaitOptions) {
    this.#options = options;
  }

  /**
   * Waits for a decision on each of these limits that is reached, then takes what is left.
   *
   * @param take called in the same step as the last check, so that no other call takes the same in between
   */
  async waitForBudget<Taken>(names: readonly LimitName[], take: () => Taken): Promise<Taken> {
    for (let limit = this.#openLimit(names); limit !== undefined; limit = this.#openLimit(names)) await this.ask(limit);
    return take();
  }

  /**
   * Resolves when a person decided, or the time to decide is over.
   *
   * @param quota the limit is not the run's own: it is raised when it renews
   * @returns true when the limit was raised
   */
  async ask(name: LimitName, quota: ReachedQuota | null = null): Promise<boolean> {
    const { limits, isFinishing } = this.#options;
    const before = limits()[name];
    const isRaised = (): boolean => limits()[name] !== before || Date.now() >= renewalOf(quota);
    while (!isRaised() && !this.#final.has(name) && !isFinishing()) {
      this.#asking ??= this.#askOnce(name, isRaised, quota).finally(() => {
        this.#asking = null;
      });
      await this.#asking;
    }
    return isRaised();
  }

  /** The first of the limits that is reached and not decided on. */
  #openLimit(names: readonly LimitName[]): LimitName | undefined {
    if (this.#options.isFinishing()) return undefined;
    return names.find((name) => !this.#final.has(name) && this.#options.hasReached(name));
  }

  async #askOnce(name: LimitName, isRaised: () => boolean, quota: ReachedQuota | null): Promise<void> {
    const { timeoutMs, limits, waitForPeople } = this.#options;
    if (timeoutMs === 0) return void this.#final.add(name);
    const now = Date.now();
    const limit = limits()[name];
    await waitForPeople(isRaised, {
      kind: 'budget',
      subject: name,
      limit,
      reason: quota?.reason ?? reasonAt(name, limit),
      since: new Date(now).toISOString(),
      until: new Date(Math.min(now + timeoutMs, renewalOf(quota))).toISOString(),
      attempts: 0,
    });
    if (!isRaised()) this.#final.add(name);
  }
}

/** In milliseconds since 1970. */
function renewalOf(quota: ReachedQuota | null): number {
  return quota === null ? Number.POSITIVE_INFINITY : Date.parse(quota.renewsAt) + RENEWAL_MARGIN_MS;
}

function reasonAt(name: LimitName, limit: number | null): string {
  const isOfModel = MODEL_LIMITS.some((each) => each === name);
  return isOfModel
    ? `research has used its part of the limit of ${limit}; the rest is kept for writing the report`
    : `the limit of ${limit} is reached`;
}
