import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { askServers, type ServerProbe } from '@plumbline/adapters/server-probes';
import type { Worker } from '@temporalio/worker';

const PROBE_LIMIT_MS = 5_000;

/** What a worker tells those who run it. */
export interface WorkerEndpoint {
  /** Until then the worker is alive, but not ready. */
  serves(workers: readonly Worker[], probes: readonly ServerProbe[]): void;
  close(): void;
}

/**
 * Serves `/livez` (the process answers), `/readyz` (it polls, and the servers that it needs answer) and `/metrics` in the text format of
 * Prometheus: the SDK's, ours, and the process's.
 *
 * @param metricsAddress where the SDK serves its own, on loopback
 */
export async function openWorkerEndpoint(port: number, metricsAddress: string): Promise<WorkerEndpoint> {
  // Only workers that are watched need it.
  const { collectDefaultMetrics, register } = await import('prom-client');
  collectDefaultMetrics();
  let polls = (): boolean => false;
  let needed: readonly ServerProbe[] = [];
  const answers: Readonly<Record<string, () => Promise<readonly [status: number, text: string]>>> = {
    '/livez': async () => [200, 'alive\n'],
    '/readyz': async () => {
      const { away } = await askServers(needed);
      if (away.length > 0) return [503, `no answer from ${away.join(', ')}\n`];
      return polls() ? [200, 'ready\n'] : [503, 'not ready\n'];
    },
    '/metrics': async () => {
      const parts = [metricsOf(metricsAddress), register.metrics(), askServers(needed).then(({ metrics }) => metrics)];
      return [200, (await Promise.all(parts)).join('')];
    },
  };
  const server = createServer(answering(answers));
  await once(server.listen(port), 'listening');
  server.unref();
  return {
    serves(workers, probes) {
      polls = () => workers.every((worker) => worker.getState() === 'RUNNING');
      needed = probes;
    },
    close: () => server.close(),
  };
}

function answering(answers: Readonly<Record<string, () => Promise<readonly [number, string]>>>): RequestListener {
  return (request, response) => {
    const answer = answers[(request.url ?? '').split('?')[0] ?? ''] ?? (async () => [404, 'not found\n'] as const);
    answer()
      .catch((error: unknown): [number, string] => [503, `${error instanceof Error ? error.message : String(error)}\n`])
      .then(([status, text]) => response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4' }).end(text))
      .catch(() => response.destroy());
  };
}

async function metricsOf(address: string): Promise<string> {
  const response = await fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(PROBE_LIMIT_MS) });
  return (await response.text()).split('\n').map(inTheFormOfPrometheus).join('\n');
}

/** The SDK names labels its own way, and repeats a name where its meaning should be. */
function inTheFormOfPrometheus(line: string): string {
  const [, head, name = ''] = /^(# HELP )?(plumbline_\w+)/.exec(line) ?? [];
  if (name === '') return line;
  if (head !== undefined) return `${head}${name} ${MEANINGS[name] ?? name}`;
  const underscored = (label: string): string => label.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return line.replaceAll(/(?<=[{,])\w+(?==")/g, underscored);
}

const MEANINGS: Readonly<Record<string, string>> = {
  plumbline_stages_total: 'Stages that runs have reached',
  plumbline_answers_total: 'Answers to messages',
  plumbline_answer_step_duration_seconds: 'Time that the steps of answers took',
  plumbline_paid_calls_total: 'Requests to models, searches and pages, and answers that were stored before',
  plumbline_paid_call_duration_seconds: 'Time until a model, a search or a page answered or failed',
  plumbline_model_tokens_total: 'Tokens that models read and wrote',
  plumbline_micro_dollars_total: 'Cost in millionths of a US dollar, by limits.prices',
};

/** A port of loopback that was free a moment ago: the SDK tells no port that it chose. */
export async function freeLoopbackAddress(): Promise<string> {
  const server = createSocketServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('Loopback has no free port.');
  return `127.0.0.1:${address.port}`;
}
