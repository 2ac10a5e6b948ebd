import { condition, upsertSearchAttributes } from '@temporalio/workflow';
import type { RunWait } from '../../contracts/run-wait.ts';
import { awaitingInputAttribute } from '../../contracts/search-attributes.ts';
import type { RunState } from './run-state.ts';

/** Whose waits they are. */
export interface HeldRun {
  state: RunState;
  /** Shows and records the present progress. */
  changed(): void;
}

/** What holds a run up: people who are asked, and servers that are down. Waiting costs nothing: no polling, one timer each. */
export class RunWaits {
  readonly #run: HeldRun;
  #asking = 0;
  #held = 0;
  #heldSince = 0;
  #heldMs = 0;

  constructor(run: HeldRun) {
    this.#run = run;
  }

  /** Time so far in which at least one thing held the run up. */
  get heldMs(): number {
    return this.#heldMs + (this.#held > 0 ? Date.now() - this.#heldSince : 0);
  }

  /** @returns false when the time ran out */
  async forPeople(isSettled: () => boolean, timeoutMs: number, summary: string): Promise<boolean> {
    this.#hold(1);
    this.#ask(1);
    this.#run.changed();
    try {
      return await this.#until(isSettled, timeoutMs, summary);
    } finally {
      this.#hold(-1);
      this.#ask(-1);
    }
  }

  /** @returns false when the time ran out */
  async atLimit(isSettled: () => boolean, wait: RunWait): Promise<boolean> {
    this.show(wait.subject, wait);
    const timeoutMs = Date.parse(wait.until) - Date.parse(wait.since);
    try {
      return await this.#until(isSettled, timeoutMs, `limit of ${wait.subject}: raise it, finish, or stop`);
    } finally {
      this.show(wait.subject, null);
    }
  }

  /** @param wait null: it is over */
  show(subject: string, wait: RunWait | null): void {
    const { state } = this.#run;
    const before = state.waits.find((each) => each.subject === subject) ?? null;
    const others = state.waits.filter((each) => each !== before);
    this.#run.state = { ...state, waits: wait === null ? others : [...others, wait] };
    this.#hold(Number(wait !== null) - Number(before !== null));
    this.#ask(Number(needsPeople(wait)) - Number(needsPeople(before)));
    this.#run.changed();
  }

  #until(isSettled: () => boolean, timeoutMs: number, summary: string): Promise<boolean> {
    return condition(() => isSettled() || this.#run.state.finishRequested, timeoutMs, { summary });
  }

  /** @param change 1, 0 or -1 */
  #hold(change: number): void {
    const now = Date.now();
    if (this.#held === 0) this.#heldSince = now;
    this.#held += change;
    if (this.#held === 0) this.#heldMs += now - this.#heldSince;
  }

  /** @param change 1, 0 or -1 */
  #ask(change: number): void {
    const before = this.#asking > 0;
    this.#asking += change;
    const value = this.#asking > 0;
    if (value !== before) upsertSearchAttributes([{ key: awaitingInputAttribute, value }]);
  }
}

/** Servers that are down come back by themselves. */
function needsPeople(wait: RunWait | null): boolean {
  return wait !== null && wait.kind !== 'outage';
}
