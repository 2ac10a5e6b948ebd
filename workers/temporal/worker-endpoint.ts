import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import type { NativeConnection, Worker } from '@temporalio/worker';

const PROBE_LIMIT_MS = 5_000;

/** What a worker tells those who run it. */
export interface WorkerEndpoint {
  /** Until then the worker is alive, but not ready. */
  serves(workers: readonly Worker[], connection: Pick<NativeConnection, 'healthService' | 'withDeadline'>): void;
  close(): void;
}

/**
 * Serves `/livez` (the process answers), `/readyz` (it polls, and Temporal answers) and `/metrics` in the text format of
 * Prometheus: the SDK's, ours, and the process's.
 *
 * @param metricsAddress where the SDK serves its own, on loopback
 */
export async function openWorkerEndpoint(port: number, metricsAddress: string): Promise<WorkerEndpoint> {
  // Only workers that are watched need it.
  const { collectDefaultMetrics, register } = await import('prom-client');
  collectDefaultMetrics();
  let isReady = async (): Promise<boolean> => false;
  const answers: Readonly<Record<string, () => Promise<readonly [status: number, text: string]>>> = {
    '/livez': async () => [200, 'alive\n'],
    '/readyz': async () => ((await isReady()) ? [200, 'ready\n'] : [503, 'not ready\n']),
    '/metrics': async () => [200, `${await metricsOf(metricsAddress)}${await register.metrics()}`],
  };
  const server = createServer(answering(answers));
  await once(server.listen(port), 'listening');
  server.unref();
  return {
    serves(workers, connection) {
      isReady = async () =>
        workers.every((worker) => worker.getState() === 'RUNNING') && (await answersNow(connection));
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
  return response.text();
}

async function answersNow(connection: Pick<NativeConnection, 'healthService' | 'withDeadline'>): Promise<boolean> {
  return connection
    .withDeadline(Date.now() + PROBE_LIMIT_MS, () => connection.healthService.check({}))
    .then(
      () => true,
      () => false,
    );
}

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
