import type { WebProvider } from '@plumbline/contracts/common/web-search';
import { ServerWait } from '../../calls/server-wait.ts';
import type { LiveState } from './run-state.ts';
import type { RunWaits } from './run-waits.ts';

/** How long servers that are down are waited for. Providers: 0 if not at all. */
export interface Patience {
  readonly modelSeconds: number;
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

  constructor(state: LiveState, waits: RunWaits, { modelSeconds, providerSeconds, workerSeconds }: Patience) {
    this.#state = state;
    this.#waits = waits;
    this.#providerPatienceSeconds = providerSeconds;
    this.model = this.#create('model', modelSeconds);
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

  #create(subject: string, patienceSeconds: number): ServerWait {
    return new ServerWait({
      subject,
      patienceMs: patienceSeconds * 1_000,
      show: (wait) => this.#waits.show(subject, wait),
      retries: () => this.#state.current.retries,
      isFinishing: () => this.#state.isFinishing,
    });
  }
}
