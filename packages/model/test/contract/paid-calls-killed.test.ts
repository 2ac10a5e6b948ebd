import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Ledger } from '@plumbline/contracts/common/metering';
import { createSqlCallStore } from '@plumbline/model/stores';
import { openPostgresState, openSqliteState } from '@plumbline/storage/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/builders/corpus-fixtures.ts';
import { supportFile } from '../../../../test/support/processes/processes.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../../../../test/support/servers/postgres.ts';

/** A server that logs each request, and answers it unless it is told to keep it waiting. */
interface LoggingServer {
  readonly url: string;
  readonly requests: () => number;
  /** Resolves when a request has arrived that is not answered. */
  keepOneWaiting(): Promise<void>;
  close(): Promise<void>;
}

async function startLoggingServer(): Promise<LoggingServer> {
  let requests = 0;
  let keep: (() => void) | null = null;
  const server: Server = createServer((_, response: ServerResponse) => {
    requests += 1;
    if (keep === null) response.end(`answer ${requests}`);
    keep?.();
    keep = null;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    keepOneWaiting: () =>
      new Promise((resolve) => {
        keep = resolve;
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What the process prints, line by line, and how it ends. */
class PayingProcess {
  readonly child: ChildProcess;
  readonly lines: unknown[] = [];
  readonly first: Promise<void>;
  readonly ended: Promise<void>;

  constructor(...options: readonly (string | number)[]) {
    this.child = spawn(process.execPath, [supportFile('paid-call-process.ts'), ...options.map(String)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.first = promise;
    if (this.child.stdout === null) throw new Error('the process has no output');
    createInterface(this.child.stdout).on('line', (line) => {
      this.lines.push(JSON.parse(line));
      resolve();
    });
    this.ended = new Promise((end) => this.child.once('close', () => end()));
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

const programs = findPostgres();

describe.each([
  { database: 'SQLite', isMissing: false },
  { database: 'PostgreSQL (skipped where it is not installed)', isMissing: programs === undefined },
])('paid calls of processes that are killed, on $database', ({ database, isMissing }) => {
  describe.skipIf(isMissing)('and asked again', () => {
    let postgres: TestPostgres | null = null;
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let server: LoggingServer;
    let place: string;

    beforeAll(async () => {
      if (database !== 'SQLite') postgres = await startPostgres(programs ?? '');
    });
    afterAll(() => postgres?.close());
    beforeEach(async () => {
      folder = await temporaryFolder();
      server = await startLoggingServer();
      place = (await postgres?.createDatabase()) ?? folder.path;
    });
    afterEach(async () => {
      await server.close();
      await folder.dispose();
    });

    async function ledger(): Promise<Ledger | null> {
      const open = place.startsWith('postgres') ? openPostgresState : openSqliteState;
      const store = createSqlCallStore(open(place), () => new Date());
      try {
        return await store.ledgerOf('run-1');
      } finally {
        await store.close();
      }
    }

    it('does not ask again when the answer was stored but not delivered', async () => {
      const killed = new PayingProcess(place, server.url, 'run-1', 1, 1_000, 'hold');
      await killed.first;
      await killed.kill();

      const next = new PayingProcess(place, server.url, 'run-1');
      await next.ended;

      expect(killed.lines).toEqual(['stored']);
      expect(next.lines).toMatchObject([{ answer: 'answer 1', cost: { requests: 1 } }]);
      expect([server.requests(), (await ledger())?.entries]).toMatchObject([1, [{ requests: 1, lost: 0, reused: 1 }]]);
    });

    it('repeats a request in flight once, and counts it as lost', async () => {
      const waiting = server.keepOneWaiting();
      const killed = new PayingProcess(place, server.url, 'run-1');
      await waiting;
      await killed.kill();

      const next = new PayingProcess(place, server.url, 'run-1');
      await next.ended;

      expect(next.lines).toMatchObject([{ answer: 'answer 2', cost: { requests: 2, tokens: 15 } }]);
      expect([server.requests(), (await ledger())?.entries]).toMatchObject([2, [{ requests: 2, lost: 1 }]]);
    });

    it('sends no more than the limit allows when two processes spend at once', async () => {
      const both = [1, 2].map(() => new PayingProcess(place, server.url, 'run-1', 20, 25));
      await Promise.all(both.map(({ ended }) => ended));

      const refused = both.flatMap(({ lines }) => lines).filter((line) => line === 'BudgetReachedError');
      expect([refused.length, server.requests()]).toEqual([15, 25]);
      expect((await ledger())?.entries).toMatchObject([{ requests: 25, lost: 0 }]);
    });
  });
});
