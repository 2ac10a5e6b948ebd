import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileBlobSweep } from '@plumbline/storage/blobs';
import { openSqliteState } from '@plumbline/storage/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberedText } from '../../activities/memory/memory-finding.ts';
import { blobPathOf, createFileBlobStore } from '../../packages/storage/stores/file-blob-store.ts';
import { createStateStores, type StateStores } from '../../workers/assembly/state-stores.ts';
import { eraseMemory, type ForgottenMemory } from '../../workers/lifecycle/memory-erasure.ts';
import { answerResultOf } from '../support/builders/answer-results.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { conversationsIn, placeIn } from '../support/builders/stored-records.ts';
import { storedMemoryOf } from './memory-store.contract.ts';

const MARKER = 'wombatine';
const MINE = storedMemoryOf({ text: `My ship is the ${MARKER}` });
const ALL: ForgottenMemory = { userId: 'anna', entryIds: null };

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let state: StateStores;

beforeEach(async () => {
  home = await temporaryFolder();
  state = createStateStores(openSqliteState(home.path), placeIn(home.path));
  await leaveTraces();
});
afterEach(async () => {
  await state.close();
  await home.dispose();
});

const conversations = () => conversationsIn(home.path);
const erase = (forgotten: ForgottenMemory, apply = true) =>
  eraseMemory(
    {
      home: home.path,
      blobs: createFileBlobSweep(home.path),
      state,
      now: new Date(Date.now() + 1_000),
      apply,
    },
    forgotten,
  );

/** All that a session leaves of an entry without quoting it. */
async function leaveTraces(): Promise<void> {
  await state.memoryStore.add(MINE);
  await state.memoryStore.note('anna', MINE.entryId, {
    eventId: 'e1',
    what: 'reinforced',
    at: MINE.createdAt,
    evidence: `seen in the log of the ${MARKER}`,
  });
  await createFileBlobStore(home.path).putText(rememberedText(MINE), 'text/plain');
  const place = { key: 'k', userId: 'anna', sessionId: 'mine', expiresAt: '2100' } as const;
  for (const kind of ['answer', 'plan'] as const) await state.answerCache.keep({ ...place, kind, value: MARKER });
  await pay('mine:1', MARKER);
  await recordAnswer('mine', 'anna', 'The lamp burns for nine hours.');
}

async function pay(researchId: string, answer: string): Promise<void> {
  const key = { kind: 'model', name: 'rewrite', model: 'm', contentHash: researchId } as const;
  const [payer, spent] = [
    { researchId, activityId: '1' },
    { promptTokens: 1, completionTokens: 1, money: null },
  ];
  await state.calls.reserve(key, payer, { expected: spent, ceiling: null });
  await state.calls.settle(key, payer, { answer, spent });
}

async function recordAnswer(sessionId: string, userId: string, summary: string): Promise<void> {
  const result = answerResultOf({ sessionId, answerId: `${sessionId}:1`, summary });
  await conversations().saveAnswer({ userId, result, findings: [] });
}

async function filesThatSay(text: string): Promise<string[]> {
  const entries = await readdir(home.path, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const contents = await Promise.all(paths.map((path) => readFile(path, 'latin1')));
  return paths.filter((_, index) => contents[index]?.includes(text));
}

describe('erasing memory', () => {
  it('leaves nothing of it in any file of the home', async () => {
    expect(await filesThatSay(MARKER)).not.toEqual([]);
    const erased = await erase(ALL);

    expect(erased).toEqual({ entries: [{ entryId: 'm-1', text: MINE.text }], heldBy: [] });
    expect(await filesThatSay(MARKER)).toEqual([]);
    expect(await state.memoryStore.count()).toEqual({ users: 0, entries: 0 });
  });

  it('can be repeated after it was killed at any point', async () => {
    await erase(ALL);

    expect(await erase(ALL)).toEqual({ entries: [], heldBy: [] });
  });

  it('only looks, unless it is told to erase', async () => {
    const before = (await filesThatSay(MARKER)).length;

    expect((await erase(ALL, false)).entries).toHaveLength(1);
    expect(await filesThatSay(MARKER)).toHaveLength(before);
  });

  it('erases the entry that is named, and nothing of other entries and users', async () => {
    const others = [storedMemoryOf({ entryId: 'm-2', text: 'kept' }), storedMemoryOf({ userId: 'bert', text: 'his' })];
    for (const other of others) await state.memoryStore.add(other);
    const place = { kind: 'answer', key: 'other', userId: 'bert' } as const;
    await state.answerCache.keep({ ...place, sessionId: 'his', value: 'his answer', expiresAt: '2100' });
    await pay('his:1', 'his answer');
    await recordAnswer('his', 'bert', MINE.text);
    const erased = await erase({ userId: 'anna', entryIds: ['m-1'] });

    expect(erased).toEqual({ entries: [{ entryId: 'm-1', text: MINE.text }], heldBy: [] });
    expect(await state.memoryStore.list('anna')).toMatchObject([{ text: 'kept' }]);
    expect(await state.memoryStore.list('bert')).toMatchObject([{ text: 'his' }]);
    expect(await state.answerCache.find(place, '2026')).toBe('his answer');
    expect(await state.calls.deleteAnswers('9999', [], false)).toMatchObject({ answers: 1 });
  });

  it('names the sessions that say it, and keeps the texts that they quote', async () => {
    const { sha256 } = await createFileBlobStore(home.path).putText(rememberedText(MINE), 'text/plain');
    await recordAnswer('saying', 'anna', `Noted: ${MINE.text}`);
    await recordAnswer('citing', 'anna', `See memory:${MINE.entryId}, stored as ${sha256}.`);

    expect((await erase(ALL)).heldBy.toSorted()).toEqual(['citing', 'saying']);
    expect(await readFile(blobPathOf(home.path, sha256), 'utf8')).toContain(MARKER);
  });
});
