import { readFile } from 'node:fs/promises';
import type { CallStore } from '@plumbline/model/calls';
import { createSqlCallStore } from '@plumbline/model/stores';
import { openPostgresState, openSqliteState, type StateDatabase, stateFileOf } from '@plumbline/storage/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeOfWorker } from '../../workers/temporal/queue-store.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { waitUntil } from '../support/processes/processes.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../support/servers/postgres.ts';
import { itRemembersCalls, type TestStore } from './call-store.contract.ts';
import { itKeepsCallsForForks } from './kept-calls.contract.ts';

/** @param open a connection of its own to the same database */
function underTest(open: () => StateDatabase): TestStore & { close(): Promise<void> } {
  let time = Date.parse('2026-01-02T03:04:05.000Z');
  const opened: CallStore[] = [];
  const openAnother = (): CallStore => {
    const store = createSqlCallStore(open(), () => new Date(time));
    opened.push(store);
    return store;
  };
  return {
    store: openAnother(),
    openAnother,
    wait: (milliseconds) => {
      time += milliseconds;
    },
    now: () => new Date(time).toISOString(),
    async close() {
      for (const store of opened) await store.close();
    },
  };
}

describe('call store on SQLite', () => {
  let home: Awaited<ReturnType<typeof temporaryFolder>>;
  let world: ReturnType<typeof underTest>;

  beforeEach(async () => {
    home = await temporaryFolder();
    world = underTest(() => openSqliteState(home.path));
  });
  afterEach(async () => {
    await world.close();
    await home.dispose();
  });

  itRemembersCalls(() => world);
  itKeepsCallsForForks(() => world);

  it('leaves nothing of a deleted run in its files', async () => {
    const [key, payer] = [
      { kind: 'model', name: 'plan-research', model: 'small', contentHash: 'c' } as const,
      { researchId: 'run-1', activityId: '1' },
    ];
    const expected = { promptTokens: 1, completionTokens: 1, money: null };
    await world.store.reserve(key, payer, { expected, ceiling: null });
    await world.store.settle(key, payer, { answer: 'planted marker', spent: expected });
    await world.store.deleteRun('run-1');

    const files = await Promise.all(['', '-wal'].map((end) => readFile(`${stateFileOf(home.path)}${end}`, 'latin1')));
    expect(files.join('')).not.toContain('planted marker');
  });
});

const programs = findPostgres();

describe.skipIf(programs === undefined)('call store on PostgreSQL (skipped where it is not installed)', () => {
  let postgres: TestPostgres;
  let world: ReturnType<typeof underTest>;

  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '');
  });
  afterAll(() => postgres?.close());
  beforeEach(async () => {
    const url = await postgres.createDatabase();
    world = underTest(() => openPostgresState(url));
  });
  afterEach(() => world.close());

  itRemembersCalls(() => world);
  itKeepsCallsForForks(() => world);

  it('survives the loss of all its connections', async () => {
    await world.store.ledgerOf('run-1');
    await postgres.cutConnections();

    // A query may still use a connection that is not yet known to be closed.
    await waitUntil(() => {
      const asked = world.store.ledgerOf('run-1');
      return asked.then(
        () => true,
        () => false,
      );
    });

    expect(await world.store.ledgerOf('run-1')).toBeNull();
  });

  it('tells a worker which database its state is in, by whatever address', async () => {
    const [own, other] = [await postgres.createDatabase(), await postgres.createDatabase()];
    const addresses = [own, own.replace('127.0.0.1', 'localhost'), `${own}?application_name=other`, other];

    const stores = await Promise.all(
      addresses.map((databaseUrl) => storeOfWorker({ home: '/srv', calls: { databaseUrl }, blobs: null }, worker)),
    );

    expect(stores[0]).toMatchObject({ storeId: '4bf2aa01', place: { home: '/srv', host: 'rack' } });
    const [first, second, third, fourth] = stores.map(({ databaseId }) => databaseId);
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
  });

  it('says that a database does not answer, by its variable', async () => {
    const databaseUrl = 'postgres://tester@127.0.0.1:1/none';

    const store = storeOfWorker({ home: '/srv', calls: { databaseUrl }, blobs: null }, worker);

    await expect(store).rejects.toThrow('PLUMBLINE_DATABASE_URL: the database cannot be used');
  });
});

const worker = { host: 'rack', storeId: '4bf2aa01' };
