import { awaitingInputAttribute } from '@plumbline/contracts/common/search-attributes';
import type { WebProvider } from '@plumbline/contracts/common/web-search';
import type { RunWait } from '@plumbline/contracts/report/progress';
import { condition, upsertSearchAttributes } from '@temporalio/workflow';
import { ServerWait } from '../../calls/server-wait.ts';
import type { WorkTime } from './run-accounts.ts';
import type { LiveState } from './run-state.ts';

/** What delays a run: people who are asked, and servers that are down. A wait is one timer; nothing polls. */
export class RunWaits {
  readonly #state: LiveState;
  readonly #changed: (waits: readonly RunWait[]) => void;
  readonly #workTime: WorkTime;
  #asking = 0;

  /** @param changed shows what is waited for */
  constructor(state: LiveState, changed: (waits: readonly RunWait[]) => void, workTime: WorkTime) {
    this.#state = state;
    this.#changed = changed;
    this.#workTime = workTime;
  }

  /** Waits until the condition is true, the time is up, or a person wants the report now. */
  async forPeople(isSettled: () => boolean, timeoutMs: number, summary: string): Promise<void> {
    this.#workTime.hold(1);
    this.#ask(1);
    this.#changed(this.#state.current.waits);
    try {
      await this.#until(isSettled, timeoutMs, summary);
    } finally {
      this.#workTime.hold(-1);
      this.#ask(-1);
    }
  }

  /** The same, with the wait shown in the progress. */
  async atLimit(isSettled: () => boolean, wait: RunWait): Promise<void> {
    this.show(wait.subject, wait);
    const timeoutMs = Date.parse(wait.until) - Date.parse(wait.since);
    try {
      await this.#until(isSettled, timeoutMs, `limit of ${wait.subject}: raise it, finish, or stop`);
    } finally {
      this.show(wait.subject, null);
    }
  }

  /** @param wait null: it is over */
  show(subject: string, wait: RunWait | null): void {
    const { waits } = this.#state.current;
    const before = waits.find((each) => each.subject === subject) ?? null;
    const others = waits.filter((each) => each !== before);
    this.#state.update({ waits: wait === null ? others : [...others, wait] });
    this.#workTime.hold(Number(wait !== null) - Number(before !== null));
    this.#ask(Number(needsPeople(wait)) - Number(needsPeople(before)));
    this.#changed(this.#state.current.waits);
  }

  async #until(isSettled: () => boolean, timeoutMs: number, summary: string): Promise<void> {
    await condition(() => isSettled() || this.#state.isFinishing, timeoutMs, { summary });
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

/** How long servers that are down are waited for. Providers: 0 if not at all. */
export interface Patience {
  readonly modelSeconds: number;
  /** Where nothing listens at its address; left out: no less. */
  readonly absentSeconds?: number;
  readonly providerSeconds: number;
  readonly workerSeconds: number;
}

/** One wait for each server that a run depends on: the model endpoint, every search provider, and workers. */
export class ServerWaits {
  readonly model: ServerWait;
  readonly worker: ServerWait;
  readonly #providers = new Map<WebProvider, ServerWait>();
  readonly #state: LiveState;
  readonly #waits: RunWaits;
  readonly #providerPatienceSeconds: number;

  constructor(
    state: LiveState,
    waits: RunWaits,
    { modelSeconds, absentSeconds, providerSeconds, workerSeconds }: Patience,
  ) {
    this.#state = state;
    this.#waits = waits;
    this.#providerPatienceSeconds = providerSeconds;
    this.model = this.#create('model', modelSeconds, absentSeconds);
    this.worker = this.#create('worker', workerSeconds);
  }

  get waitsForProviders(): boolean {
    return this.#providerPatienceSeconds > 0;
  }

  of(provider: WebProvider): ServerWait {
    const known = this.#providers.get(provider);
    if (known !== undefined) return known;
    const server = this.#create(provider, this.#providerPatienceSeconds);
    this.#providers.set(provider, server);
    return server;
  }

  #create(subject: string, patienceSeconds: number, absentSeconds = patienceSeconds): ServerWait {
    return new ServerWait({
      subject,
      patienceMs: patienceSeconds * 1_000,
      absentMs: absentSeconds * 1_000,
      show: (wait) => this.#waits.show(subject, wait),
      retries: () => this.#state.current.retries,
      isFinishing: () => this.#state.isFinishing,
    });
  }
}
