import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres, startPostgres, type TestPostgres } from '../../../../test/support/servers/postgres.ts';
import { openPostgresState, openSqliteState, type StateDatabase } from '../../stores/state-database.ts';

const programs = findPostgres();

describe.each(['SQLite', ...(programs === undefined ? [] : ['PostgreSQL'])])('a newer schema in %s', (kind) => {
  let folder: string;
  let postgres: TestPostgres | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-schema-'));
    if (kind === 'PostgreSQL') postgres = await startPostgres(programs ?? '');
  });
  afterAll(async () => {
    await postgres?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const label = { id: 'research-lamp', name: 'The lamp', is_pinned: 1 } as const;
  /** What a newer program makes of the database: it adds a table and a column that has a default. */
  const upgrade = async (state: StateDatabase, name: string) => {
    const database = await state.read();
    await sql`CREATE TABLE retention (owner TEXT NOT NULL PRIMARY KEY, days INTEGER NOT NULL)`.execute(database);
    await sql`ALTER TABLE labels ADD COLUMN colour TEXT NOT NULL DEFAULT 'none'`.execute(database);
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES (${name}, '2026-12-24T00:00:00.000Z')`.execute(
      database,
    );
  };
  const places = async () => {
    const url = await postgres?.createDatabase();
    const home = await mkdtemp(join(folder, 'home-'));
    return () => (url === undefined ? openSqliteState(home) : openPostgresState(url));
  };

  it('serves processes of the older version that run, and ones that start', async () => {
    const open = await places();
    const running = open();
    await running.read();
    await upgrade(running, '009-retention');
    const started = open();
    const write = (state: StateDatabase, id: string) =>
      state.change('labels', (transaction) =>
        transaction
          .insertInto('labels')
          .values({ ...label, id })
          .execute(),
      );
    await write(running, 'of-the-running');
    await write(started, 'of-the-started');
    const read = async (state: StateDatabase) =>
      (await state.read()).selectFrom('labels').select('id').orderBy('id').execute();

    expect(await read(started)).toEqual([{ id: 'of-the-running' }, { id: 'of-the-started' }]);
    expect(await read(running)).toEqual(await read(started));
    await Promise.all([running.close(), started.close()]);
  });

  it('of another major is refused, without a word of damage', async () => {
    const open = await places();
    const running = open();
    await upgrade(running, '101-another-shape');
    const started = open();

    await expect(started.read()).rejects.toThrow(/a newer version changed the database .* \(101-another-shape\)/);
    await Promise.all([running.close(), started.close()]);
  });
});

it('is only added to by the changes of one major', async () => {
  const source = await readFile(new URL('../../stores/state-tables.ts', import.meta.url), 'utf8');
  const statements = [...source.matchAll(/sql`\s*([A-Z]+ [A-Z]+)/g)].map(([, words]) => words);

  expect(statements.length).toBeGreaterThan(10);
  expect(new Set(statements)).toEqual(new Set(['CREATE TABLE', 'CREATE INDEX', 'INSERT INTO']));
});
