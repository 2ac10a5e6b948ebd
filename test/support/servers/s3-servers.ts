import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import S3rver from 's3rver';
import { createS3Requests, type S3Settings } from '../../../activities/platform/storage/s3-requests.ts';
import { waitUntil } from '../processes/processes.ts';
import { freePort } from './postgres.ts';

const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

export interface TestS3 {
  /** A prefix of its own each time, in one bucket. */
  settings(): S3Settings;
  close(): Promise<void>;
}

/** In this process. It does not check signatures. */
export async function startS3rver(): Promise<TestS3> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-s3-'));
  const place = { address: '127.0.0.1', port: 0, silent: true };
  const server = new S3rver({ ...place, directory: folder, configureBuckets: [{ name: 'texts' }] });
  const { port } = await server.run();
  return {
    settings: settingsAt(port),
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Servers that are programs of the system, with their arguments. */
const PROGRAMS: Readonly<Record<string, (port: number, folder: string) => string[]>> = {
  moto_server: (port) => ['-H', '127.0.0.1', '-p', String(port)],
  // It checks signatures.
  versitygw: (port, folder) => [
    `--access=${KEYS.accessKeyId}`,
    `--secret=${KEYS.secretAccessKey}`,
    `--port=127.0.0.1:${port}`,
    'posix',
    '--nometa',
    folder,
  ],
};

export const S3_PROGRAMS = Object.keys(PROGRAMS).map((name) => {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return { name, path: folders.map((folder) => join(folder, name)).find(existsSync) };
});

export async function startS3Program(name: string, path: string): Promise<TestS3> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-s3-'));
  mkdirSync(join(folder, 'data'));
  const port = await freePort();
  const server = spawn(path, PROGRAMS[name]?.(port, join(folder, 'data')) ?? [], { cwd: folder, stdio: 'ignore' });
  const settings = settingsAt(port);
  const makeBucket = () =>
    createS3Requests({ ...settings(), prefix: '' }).send({ method: 'PUT', key: '', attempts: 1 });
  await waitUntil(() =>
    makeBucket().then(
      () => true,
      () => server.exitCode !== null,
    ),
  );
  return {
    settings,
    async close() {
      server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function settingsAt(port: number): TestS3['settings'] {
  let prefixes = 0;
  return () => ({
    ...KEYS,
    bucket: 'texts',
    prefix: `of/test-${prefixes++}`,
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    sessionToken: null,
  });
}

/** What happens to a request: it is answered 503, its connection ends before or within the answer, or nothing comes. */
type Mishap = 'overloaded' | 'cut' | 'cut short' | 'silent';

export interface FaultyS3 extends TestS3 {
  /** Of the next requests, in their order; those after them pass. */
  mishaps: Mishap[];
  /** Methods and keys of all requests. */
  readonly requests: string[];
}

/** Passes requests on to a server, except for planned mishaps. */
export async function startFaultyS3(behind: TestS3): Promise<FaultyS3> {
  const target = new URL(behind.settings().endpoint ?? '');
  const seen: string[] = [];
  const proxy = createServer((asked, answer) => {
    seen.push(`${asked.method} ${(asked.url ?? '').split('/').at(-1)}`);
    const mishap = faulty.mishaps.shift();
    if (mishap === 'cut') asked.socket.destroy();
    if (mishap === 'overloaded') answer.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    if (mishap === undefined || mishap === 'cut short') passOn(asked, answer, target, mishap === 'cut short');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const faulty: FaultyS3 = {
    mishaps: [],
    requests: seen,
    settings: () => ({ ...behind.settings(), endpoint }),
    async close() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
  return faulty;
}

function passOn(asked: IncomingMessage, answer: ServerResponse, target: URL, isCutShort: boolean): void {
  const { method, url: path, headers } = asked;
  const sent = send({ host: target.hostname, port: target.port, method, path, headers }, (received) => {
    answer.writeHead(received.statusCode ?? 502, received.headers);
    received.once('data', () => isCutShort && answer.destroy());
    received.pipe(answer);
  });
  sent.on('error', () => answer.destroy());
  asked.pipe(sent);
}
