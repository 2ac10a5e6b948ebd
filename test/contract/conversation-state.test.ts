import { readFile } from 'node:fs/promises';
import { openPostgresState, openSqliteState, type StateDatabase, stateFileOf } from '@plumbline/storage/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSqlAnswerCache } from '../../activities/conversations/sql-answer-cache.ts';
import { createSqlAnswerStream } from '../../activities/conversations/sql-answer-stream.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../support/servers/postgres.ts';
import { itKeepsAnswers, itKeepsStreams, type TestState } from './conversation-state.contract.ts';

/** @param open a connection of its own to the database at `place` */
function underTest(place: string, open: (place: string) => StateDatabase): TestState & { close(): Promise<void> } {
  let time = Date.parse('2026-01-02T03:04:05.000Z');
  const opened: StateDatabase[] = [];
  const openAnother = () => {
    const database = open(place);
    opened.push(database);
    return {
      cache: createSqlAnswerCache(database),
      stream: createSqlAnswerStream(database, () => new Date(time)),
    };
  };
  return {
    ...openAnother(),
    openAnother,
    place,
    wait: (milliseconds) => {
      time += milliseconds;
    },
    now: () => new Date(time).toISOString(),
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
    world = underTest(home.path, openSqliteState);
  });
  afterEach(async () => {
    await world.close();
    await home.dispose();
  });

  describe('answer cache', () => {
    itKeepsAnswers(() => world);
  });
  describe('answer streams', () => {
    itKeepsStreams(() => world);
  });

  it('leaves nothing of a deleted session in its files', async () => {
    const entry = { kind: 'answer', key: 'k', userId: null, sessionId: 'mine', expiresAt: '2027' } as const;
    await world.cache.keep({ ...entry, value: 'planted marker' });
    await world.stream.append('mine:1', 1, { kind: 'text', text: 'planted marker' });
    await world.cache.deleteSession('mine');
    await world.stream.deleteSession('mine');

    const files = await Promise.all(['', '-wal'].map((end) => readFile(`${stateFileOf(home.path)}${end}`, 'latin1')));
    expect(files.join('')).not.toContain('planted marker');
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
    world = underTest(await postgres.createDatabase(), openPostgresState);
  });
  afterEach(() => world.close());

  describe('answer cache', () => {
    itKeepsAnswers(() => world);
  });
  describe('answer streams', () => {
    itKeepsStreams(() => world);
  });
});
