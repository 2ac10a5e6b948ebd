import type { RunWait } from '@plumbline/contracts/report/progress';
import { CancellationScope, condition, isCancellation } from '@temporalio/workflow';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A failure that says something about the server itself, and so is a reason to wait for it. */
export interface WaitCause {
  readonly kind: 'outage' | 'setup';
  readonly reason: string;
  /** As the server asks for; null where it does not say. */
  readonly retryAfterMs: number | null;
  readonly isQuota: boolean;
  /** The server answers, but not in a form that can be read. */
  readonly isUnreadable?: boolean;
  /** Nothing listens at its address. */
  readonly isAbsent?: boolean;
}

export interface ServerWaitOptions {
  /** `model`, `worker`, or the name of a search provider. */
  readonly subject: string;
  /** How long the server may be down before it is given up. */
  readonly patienceMs: number;
  /** The same where nothing listens at its address; left out: no less. */
  readonly absentMs?: number | undefined;
  /** Shows the wait; null: the server is back, or given up. */
  readonly show: (wait: RunWait | null) => void;
  /** Rises with every request of a person to ask again at once. */
  readonly retries: () => number;
  /** Whether a person asked for the report now: then no server is waited for. */
  readonly isFinishing: () => boolean;
}

/** The first interval and the longest; each further one is twice as long. */
const INTERVALS = {
  outage: [SECOND, 5 * MINUTE],
  quota: [5 * MINUTE, HOUR],
  setup: [30 * SECOND, 10 * MINUTE],
} as const;

/** Time for a person to correct the settings, on the next day at the latest. */
const SETUP_PATIENCE = 24 * HOUR;
/** In milliseconds, for a server whose answers could not be read from the start. */
const UNREADABLE_PATIENCE = 120_000;

/** A server that asks for more is not waited for longer at a time. */
const LONGEST_INTERVAL = 24 * HOUR;

/**
 * The one wait of a run for a server that is down. All calls to the server wait together; when an interval is over, one of
 * them asks, and the others wait for its result.
 */
export class ServerWait {
  readonly #options: ServerWaitOptions;
  #wait: RunWait | null = null;
  #isDue = false;
  #isProbing = false;
  #isGivenUp = false;
  #hasAnswered = false;

  constructor(options: ServerWaitOptions) {
    this.#options = options;
  }

  /**
   * Makes a call to the server. While the server is down the call waits; when the call itself fails because of the server, it
   * is made again after the wait.
   *
   * @param waitCauseOf null where an error says nothing about the server
   * @throws what the call throws, also when the server is given up
   */
  async ask<Answer>(call: () => Promise<Answer>, waitCauseOf: (error: unknown) => WaitCause | null): Promise<Answer> {
    for (;;) {
      const isProbe = this.#wait !== null && (await this.#takeTurn());
      try {
        const answer = await call();
        if (isProbe) this.#isProbing = false;
        this.#hasAnswered = true;
        this.#end();
        return answer;
      } catch (error) {
        if (isProbe) this.#isProbing = false;
        const cause = isCancellation(error) ? null : waitCauseOf(error);
        if (cause === null || !this.#mayWait(cause, isProbe)) throw error;
      }
    }
  }

  /** Resolves when the caller may ask. @returns true when it asks on behalf of all */
  async #takeTurn(): Promise<boolean> {
    const isOver = (): boolean => this.#wait === null || this.#options.isFinishing();
    const isFree = (): boolean => this.#isDue && !this.#isProbing;
    for (;;) {
      await condition(() => isOver() || isFree());
      if (isOver()) return false;
      // All waiting calls wake up together; the first one asks for the others.
      if (!isFree()) continue;
      this.#isProbing = true;
      return true;
    }
  }

  /** @returns false when the server was waited for long enough, or a person wants the report now */
  #mayWait(cause: WaitCause, isProbe: boolean): boolean {
    const since = this.#wait === null ? Date.now() : Date.parse(this.#wait.since);
    const left = since + this.#patienceFor(cause) - Date.now();
    if (this.#isGivenUp || left <= 0 || this.#options.isFinishing()) {
      this.#isGivenUp = true;
      this.#end();
      return false;
    }
    // Calls that were under way when the server went down fail one after the other: the wait is running already.
    if (this.#wait === null || isProbe) this.#begin(cause, since, left);
    return true;
  }

  /** What never worked will not begin to by itself. */
  #patienceFor({ kind, isUnreadable = false, isAbsent = false }: WaitCause): number {
    const { patienceMs, absentMs = patienceMs } = this.#options;
    if (isAbsent) return absentMs;
    if (kind === 'setup') return this.#hasAnswered ? Math.min(patienceMs, SETUP_PATIENCE) : 0;
    return isUnreadable && !this.#hasAnswered ? Math.min(patienceMs, UNREADABLE_PATIENCE) : patienceMs;
  }

  #begin({ kind, reason, retryAfterMs, isQuota }: WaitCause, since: number, left: number): void {
    const { subject, show } = this.#options;
    const attempts = this.#wait === null ? 0 : this.#wait.attempts + 1;
    const [first, longest] = INTERVALS[isQuota ? 'quota' : kind];
    const interval = retryAfterMs ?? Math.min(longest, first * 2 ** Math.min(attempts, 30));
    const pauseMs = Math.max(SECOND, Math.min(interval, left, LONGEST_INTERVAL));
    const until = new Date(Date.now() + pauseMs).toISOString();
    this.#wait = { kind, subject, limit: null, reason, since: new Date(since).toISOString(), until, attempts };
    show(this.#wait);
    this.#isDue = false;
    void this.#sleep(pauseMs);
  }

  /** Its timer outlives the call that started it, because other calls wait for it too. */
  #sleep(pauseMs: number): Promise<void> {
    const { subject, retries } = this.#options;
    const before = retries();
    return CancellationScope.nonCancellable(async () => {
      await condition(() => retries() > before, pauseMs, { summary: `${subject}: wait to ask again` });
      this.#isDue = true;
    });
  }

  #end(): void {
    if (this.#wait === null) return;
    this.#wait = null;
    this.#options.show(null);
  }
}
