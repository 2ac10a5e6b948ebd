import { ServerWait } from '../../calls/server-wait.ts';
import type { WebProvider } from '../../contracts/common/web-search.ts';
import type { ResearchSettings } from '../../contracts/research/research-request.ts';
import type { LiveState } from './run-state.ts';
import type { RunWaits } from './run-waits.ts';

/** Workers come back by themselves, at the latest when somebody starts the machine again. */
const WORKER_PATIENCE_SECONDS = 7 * 86_400;

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
    settings: Pick<ResearchSettings, 'modelOutageSeconds' | 'providerOutageSeconds'>,
    workerPatienceSeconds = WORKER_PATIENCE_SECONDS,
  ) {
    this.#state = state;
    this.#waits = waits;
    this.#providerPatienceSeconds = settings.providerOutageSeconds;
    this.model = this.#create('model', settings.modelOutageSeconds);
    this.worker = this.#create('worker', workerPatienceSeconds);
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
