import { openSqliteState, type StateDatabase } from '@plumbline/storage/database';
import { createSqlLabels } from '@plumbline/storage/labels';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/builders/corpus-fixtures.ts';

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let database: StateDatabase;

beforeEach(async () => {
  home = await temporaryFolder();
  database = openSqliteState(home.path);
});
afterEach(async () => {
  await database.close();
  await home.dispose();
});

describe('labels', () => {
  it('keep what a change leaves out, also for another process', async () => {
    const labels = createSqlLabels(database);
    await labels.change('r1', { name: 'Limits' });
    await labels.change('r1', { isPinned: true });
    await labels.change('chat', { isPinned: true });

    const other = openSqliteState(home.path);
    const listed = await createSqlLabels(other).list();
    await other.close();

    expect(Object.fromEntries(listed)).toEqual({
      r1: { name: 'Limits', isPinned: true },
      chat: { name: null, isPinned: true },
    });
  });

  it('are gone when nothing is left of them, and when they are removed', async () => {
    const labels = createSqlLabels(database);
    await labels.change('r1', { name: 'Limits' });
    await labels.change('r2', { name: 'Wicks', isPinned: true });

    expect(await labels.change('r1', { name: null })).toEqual({ name: null, isPinned: false });
    await labels.remove('r2');

    expect(await labels.list()).toEqual(new Map());
  });
});
