import { setTimeout as sleep } from 'node:timers/promises';
import { createRemoteAgent } from '@plumbline/adapters/remote-agent';
import { isMailAddress, userAgentOf } from '@plumbline/adapters/user-agent';
import type { WebProvider } from '@plumbline/contracts/common/web-search';
import { createProviderClient } from './provider-client.ts';
import { definitionOf } from './provider-definitions.ts';
import { toWebResults } from './result-text.ts';
import {
  CONTACT_VARIABLE,
  ProviderError,
  type ProviderTraits,
  type SearchProvider,
  type SearchProviders,
} from './search-provider.ts';

const REAL_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted()),
};

export interface SearchProvidersConfig {
  /** Mail or web address of the operator; null: none. */
  readonly contact: string | null;
  readonly apiKeys: Readonly<Partial<Record<WebProvider, string>>>;
  /** Replace the public addresses. */
  readonly baseUrls: Readonly<Partial<Record<WebProvider, string>>>;
}

export interface SearchProvidersOptions {
  /** For one search, from connecting to the last byte. Stays below the activity's start-to-close timeout of a minute. */
  readonly timeoutMs?: number;
  readonly now?: () => Date;
  /** Of the pauses between requests. */
  readonly clock?: Clock;
}

/** All providers; each is created on first use. */
export function createSearchProviders(
  config: SearchProvidersConfig,
  { timeoutMs = 20_000, now = () => new Date(), clock = REAL_CLOCK }: SearchProvidersOptions = {},
): SearchProviders {
  const { contact, apiKeys } = config;
  const mailAddress = contact !== null && isMailAddress(contact) ? contact : null;
  const dispatcher = createRemoteAgent();
  const userAgent = userAgentOf(contact);
  const opened = new Map<WebProvider, SearchProvider>();

  function create(name: WebProvider): SearchProvider {
    const definition = definitionOf(name);
    const baseUrl = config.baseUrls[name] ?? definition.baseUrl;
    if (baseUrl === null || !isSetUp(definition, config)) throw notSetUp(definition);
    const connection = {
      traits: definition,
      baseUrl,
      apiKey: apiKeys[name] ?? '',
      userAgent,
      timeoutMs,
      dispatcher,
      awaitTurn: createRateLimiter(1_000 / definition.requestsPerSecond, clock),
    };
    return {
      name,
      async search(asked) {
        const { query, signal } = asked;
        const client = createProviderClient({ ...connection, query, signal });
        const topK = Math.min(asked.topK, definition.maxResults ?? asked.topK);
        return toWebResults(await definition.search({ ...asked, topK }, client, { now, mailAddress }), topK);
      },
    };
  }

  return {
    open(name) {
      const provider = opened.get(name) ?? create(name);
      opened.set(name, provider);
      return provider;
    },
  };
}

/** Whether every required variable is set. */
export function isSetUp(traits: ProviderTraits, config: SearchProvidersConfig): boolean {
  const { name, baseUrlVariable, keyVariable, requiredVariables } = traits;
  const values = new Map<string | null, string | null | undefined>([
    [CONTACT_VARIABLE, config.contact],
    [baseUrlVariable, config.baseUrls[name]],
    [keyVariable, config.apiKeys[name]],
  ]);
  return requiredVariables.every((variable) => (values.get(variable) ?? null) !== null);
}

function notSetUp({ name: provider, requiredVariables }: ProviderTraits): ProviderError {
  const remedy = `Set ${requiredVariables.join(' and ')} for the worker, or leave this provider out.`;
  return new ProviderError({ provider, outcome: 'is not set up', remedy, isPermanent: true });
}

export interface Clock {
  /** Milliseconds; only differences count. */
  now(): number;
  /** @throws the signal's reason once it is aborted */
  sleep(ms: number, signal: AbortSignal): Promise<unknown>;
}

/**
 * Spaces the requests of this process at least `intervalMs` apart.
 *
 * The limit of a task queue applies to all workers together, but only on average: the server divides it among the
 * queue's partitions, each of which dispatches its first task at once.
 *
 * @returns a function that waits for its turn and throws the signal's reason once it is aborted
 */
export function createRateLimiter(
  intervalMs: number,
  clock: Clock = REAL_CLOCK,
): (signal: AbortSignal) => Promise<void> {
  let nextTurn = Number.NEGATIVE_INFINITY;
  return async (signal) => {
    const now = clock.now();
    const turn = Math.max(nextTurn, now);
    nextTurn = turn + intervalMs;
    if (turn > now) await clock.sleep(turn - now, signal);
  };
}
