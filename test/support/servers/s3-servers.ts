import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Settings } from '@plumbline/storage/s3';
import { findS3Programs, type S3Program, startS3 as startServerOf } from '../../../bench/cluster/servers/s3-server.ts';
import { portLike } from '../../../bench/cluster/servers/server-process.ts';

const KEYS = { accessKeyId: 'key-of-tests', secretAccessKey: 'secret-of-tests' };

export interface TestS3 {
  /** A prefix of its own each time, in one bucket. */
  settings(): S3Settings;
  close(): Promise<void>;
}

/** Programs that are here: one is a package of the project, which checks no signatures; others may be of the system. */
export const S3_PROGRAMS = findS3Programs(process.env['PATH'] ?? '');

export async function startS3(program: S3Program | undefined): Promise<TestS3> {
  if (program === undefined) throw new Error('no S3 server is installed');
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-s3-'));
  const server = await startServerOf(program, { folder, port: await portLike(undefined), keys: KEYS });
  let prefixes = 0;
  return {
    settings: () => ({ ...server.settings, prefix: `of/test-${prefixes++}` }),
    async close() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The one that is always there. */
export const startS3rver = (): Promise<TestS3> => startS3(S3_PROGRAMS.find(({ name }) => name === 's3rver'));

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
