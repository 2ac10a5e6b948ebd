import { setTimeout as delay } from 'node:timers/promises';

/** A server by its name, and a brief request to it, which rejects while it is away. */
export type ServerProbe = readonly [name: string, ask: () => Promise<unknown>];

/** As long as an answer is waited for. */
const PATIENCE_MS = 5_000;

/** What a balancer and Prometheus are told of the servers that this process needs. */
export interface ServersSeen {
  /** Names of those that do not answer. */
  readonly away: readonly string[];
  /** In the text format of Prometheus. */
  readonly metrics: string;
}

export async function askServers(probes: readonly ServerProbe[]): Promise<ServersSeen> {
  const seen = await Promise.all(probes.map(async ([name, ask]) => ({ name, isUp: await answers(ask) })));
  const lines = seen.map(({ name, isUp }) => `plumbline_server_up{server="${name.toLowerCase()}"} ${Number(isUp)}`);
  return {
    away: seen.filter(({ isUp }) => !isUp).map(({ name }) => name),
    metrics: `${[...HEAD, ...lines].join('\n')}\n`,
  };
}

const HEAD = [
  '# HELP plumbline_server_up Whether a server that this process needs answers',
  '# TYPE plumbline_server_up gauge',
];

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const late = delay(PATIENCE_MS, false, { signal: over.signal }).catch(() => false);
  const asked = ask().then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]).finally(() => over.abort());
}
