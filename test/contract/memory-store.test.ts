import { readFile } from 'node:fs/promises';
import { openPostgresState, openSqliteState, type StateDatabase, stateFileOf } from '@plumbline/storage/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSqlMemoryStore } from '../../activities/memory/memory-store.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../support/servers/postgres.ts';
import { itKeepsMemory, storedMemoryOf, type TestMemoryStore } from './memory-store.contract.ts';

/** @param open a connection of its own to the database */
function underTest(open: () => StateDatabase): TestMemoryStore & { close(): Promise<void> } {
  const opened: StateDatabase[] = [];
  const openAnother = () => {
    const database = open();
    opened.push(database);
    return createSqlMemoryStore(database);
  };
  return {
    store: openAnother(),
    openAnother,
    async close() {
      for (const database of opened) await database.close();
    },
  };
}

describe('on SQLite', () => {
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

  itKeepsMemory(() => world);

  it('leaves nothing of a removed entry in its files', async () => {
    const read = async () =>
      (await Promise.all(['', '-wal'].map((end) => readFile(`${stateFileOf(home.path)}${end}`, 'latin1')))).join('');
    await world.store.add(storedMemoryOf({ text: 'planted marker' }));
    expect(await read()).toContain('planted marker');

    await world.store.remove('anna', ['m-1']);
    expect(await read()).not.toContain('planted marker');
  });
});

const programs = findPostgres();

describe.skipIf(programs === undefined)('on PostgreSQL (skipped where it is not installed)', () => {
  let postgres: TestPostgres;
  let world: ReturnType<typeof underTest>;

  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '');
  });
  afterAll(() => postgres?.close());
  beforeEach(async () => {
    const address = await postgres.createDatabase();
    world = underTest(() => openPostgresState(address));
  });
  afterEach(() => world.close());

  itKeepsMemory(() => world);
});
