import { CancellationScope, condition, isCancellation } from '@temporalio/workflow';
import type { RunWait } from '../contracts/run-wait.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How a server failed, as far as it decides how long to wait. */
export interface ServerFailure {
  readonly kind: 'outage' | 'setup';
  readonly reason: string;
  readonly remedy: string;
  /** As the server asks for; null where it does not say. */
  readonly retryAfterMs: number | null;
  readonly isQuota: boolean;
}

/** What a wait needs of its run. */
export interface WaitingRun {
  /** Shows what a server is waited for; null: it is back, or given up. */
  show(subject: string, wait: RunWait | null): void;
  /** Rises with every request of a person to ask again at once. */
  retries(): number;
  /** A person wants the report now. */
  isFinishing(): boolean;
}

/** The first interval and the longest; each further one is twice as long. */
const INTERVALS = {
  outage: [SECOND, 5 * MINUTE],
  quota: [5 * MINUTE, HOUR],
  setup: [30 * SECOND, 10 * MINUTE],
} as const;

/** A server that asks for more is not waited for longer at a time. */
const LONGEST_INTERVAL = 24 * HOUR;

/**
 * One server of a run, and the one wait for it while it is down: whoever needs it waits together, and when the time has
 * come one of them asks while the others wait for what becomes of it.
 */
export class ServerWait {
  readonly #subject: string;
  readonly #patienceMs: number;
  readonly #run: WaitingRun;
  #wait: RunWait | null = null;
  #isDue = false;
  #isProbing = false;
  #isGivenUp = false;

  /** @param patienceMs how long the server may be down before it is given up */
  constructor(subject: string, patienceMs: number, run: WaitingRun) {
    this.#subject = subject;
    this.#patienceMs = patienceMs;
    this.#run = run;
  }

  /**
   * Makes a call to the server. While the server is down the call waits; where it fails itself it is made again when the
   * wait is over.
   *
   * @param failureOf null where an error says nothing about the server
   * @throws what the call throws, also when the server is given up
   */
  async ask<Answer>(call: () => Promise<Answer>, failureOf: (error: unknown) => ServerFailure | null): Promise<Answer> {
    for (;;) {
      const isProbe = this.#wait !== null && (await this.#turn());
      try {
        const answer = await call();
        if (isProbe) this.#isProbing = false;
        this.#end();
        return answer;
      } catch (error) {
        if (isProbe) this.#isProbing = false;
        const failure = isCancellation(error) ? null : failureOf(error);
        if (failure === null || !this.#mayWait(failure, isProbe)) throw error;
      }
    }
  }

  /** Resolves when the caller may ask. @returns true when it asks for all */
  async #turn(): Promise<boolean> {
    const isOver = (): boolean => this.#wait === null || this.#run.isFinishing();
    const isFree = (): boolean => this.#isDue && !this.#isProbing;
    for (;;) {
      await condition(() => isOver() || isFree());
      if (isOver()) return false;
      // All that wait wake up together; whoever comes first asks for the others.
      if (!isFree()) continue;
      this.#isProbing = true;
      return true;
    }
  }

  /** @returns false when the server was waited for long enough, and when nobody wants to wait any longer */
  #mayWait(failure: ServerFailure, isProbe: boolean): boolean {
    const since = this.#wait === null ? Date.now() : Date.parse(this.#wait.since);
    const left = since + this.#patienceMs - Date.now();
    if (this.#isGivenUp || left <= 0 || this.#run.isFinishing()) {
      this.#isGivenUp = true;
      this.#end();
      return false;
    }
    // Calls that were under way when the server went down fail one after the other: the wait is running already.
    if (this.#wait === null || isProbe) this.#begin(failure, since, left);
    return true;
  }

  #begin({ kind, reason, remedy, retryAfterMs, isQuota }: ServerFailure, since: number, left: number): void {
    const attempts = this.#wait === null ? 0 : this.#wait.attempts + 1;
    const [first, longest] = INTERVALS[isQuota ? 'quota' : kind];
    const interval = retryAfterMs ?? Math.min(longest, first * 2 ** Math.min(attempts, 30));
    const pauseMs = Math.max(SECOND, Math.min(interval, left, LONGEST_INTERVAL));
    const until = new Date(Date.now() + pauseMs).toISOString();
    const subject = this.#subject;
    this.#wait = { kind, subject, reason, remedy, since: new Date(since).toISOString(), until, attempts };
    this.#run.show(subject, this.#wait);
    this.#isDue = false;
    void this.#sleep(pauseMs);
  }

  /** Its timer outlives the call that started it: others wait for it too. */
  #sleep(pauseMs: number): Promise<void> {
    const retries = this.#run.retries();
    return CancellationScope.nonCancellable(async () => {
      await condition(() => this.#run.retries() > retries, pauseMs, { summary: `${this.#subject}: wait to ask again` });
      this.#isDue = true;
    });
  }

  #end(): void {
    if (this.#wait === null) return;
    this.#wait = null;
    this.#run.show(this.#subject, null);
  }
}
