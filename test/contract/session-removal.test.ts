import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { webCorpusIdOf } from '@plumbline/contracts/evidence/corpus-set';
import { createDocumentParser } from '@plumbline/documents/parser';
import { openSqliteState } from '@plumbline/storage/database';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileBlobSweep, listBlobs } from '../../packages/storage/stores/blob-sweep.ts';
import { blobPathOf, createFileBlobStore } from '../../packages/storage/stores/file-blob-store.ts';
import { createStateStores, type StateStores } from '../../workers/assembly/state-stores.ts';
import { removeSession } from '../../workers/lifecycle/removal.ts';
import { sweepHome } from '../../workers/lifecycle/sweep.ts';
import { answerOfTurn } from '../support/builders/answer-results.ts';
import { writeFiles } from '../support/builders/corpus-fixtures.ts';
import { conversationsIn, placeIn } from '../support/builders/stored-records.ts';
import { storeSession } from '../support/builders/stored-session.ts';
import { createTestPageLibrary, type TestPageLibrary } from '../support/builders/test-page-library.ts';
import { age } from '../support/worlds/aged-home.ts';

const parser = createDocumentParser({ timeLimitMs: 600_000 });
afterAll(() => parser.close());

const MARKER = 'wombatine';
const DAY_MS = 86_400_000;

let world: TestPageLibrary;
let state: StateStores;
let now: Date;
beforeEach(async () => {
  world = await createTestPageLibrary(parser);
  now = new Date();
  state = createStateStores(openSqliteState(world.home), placeIn(world.home), () => now);
});
afterEach(async () => {
  await state.close();
  await world.dispose();
});

const stored = () => ({
  home: world.home,
  blobs: createFileBlobSweep(world.home),
  state,
});
const removal = (sessionId: string, apply: boolean) =>
  removeSession({ ...stored(), now: new Date(), apply }, sessionId);

/** A paid call, a cached answer and a stream, all with the marker. */
async function leaveRows(sessionId: string): Promise<void> {
  const [answerId, spent] = [`${sessionId}:1`, { promptTokens: 1, completionTokens: 1, money: null }];
  for (const researchId of [answerId, sessionId]) {
    const [key, payer] = [
      { kind: 'model', name: 'compose', model: 'm', contentHash: researchId } as const,
      { researchId, activityId: '1' },
    ];
    await state.calls.reserve(key, payer, { expected: spent, ceiling: null });
    await state.calls.settle(key, payer, { answer: `paid ${MARKER}`, spent });
  }
  const answer = answerOfTurn(sessionId, 1, { summary: `cached ${MARKER}` });
  const entry = { kind: 'answer', key: sessionId, sessionId, userId: null, expiresAt: '2100' } as const;
  await state.answerCache.keep({ ...entry, value: answer });
  await state.answerStream.append(answerId, 1, { kind: 'end', answer });
}

async function filesWith(words: string): Promise<string[]> {
  const entries = await readdir(world.home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const found = await Promise.all(files.map(async (path) => ((await readFile(path)).includes(words) ? [path] : [])));
  return found.flat().map((path) => path.slice(world.home.length + 1));
}

describe('removing a session', () => {
  it('takes its records, copies for review, rows, pages and texts, and every trace of their words', async () => {
    const texts = { cited: `cited ${MARKER}`, found: `found ${MARKER}` };
    await storeSession(world.home, { ...texts, isSampled: true });
    await leaveRows('mine');
    await world.read('/lamp', { run: webCorpusIdOf('mine') });
    const places = (await filesWith(MARKER)).map((path) => path.split('/')[0]);
    expect(places).toEqual(expect.arrayContaining(['plumbline.sqlite-wal', 'blobs']));
    const planned = await removal('mine', false);
    expect((await listBlobs(world.home)).length).toBe(4);

    const removed = await removal('mine', true);

    expect(removed).toEqual(planned);
    expect(removed).toMatchObject({
      parts: [
        { kind: 'pages', count: 1 },
        { kind: 'paid calls and their answers', count: 2 },
        { kind: 'texts without other references', count: 4 },
        { kind: 'records of the session', count: 3 },
      ],
      textsKept: 0,
    });
    expect(await filesWith(MARKER)).toEqual([]);
    expect(await world.library.sourcesOf(webCorpusIdOf('mine'))).toEqual([]);
    expect(await conversationsIn(world.home).list()).toEqual([]);
  });

  it.each(['mine-2', 'min', 'MINE', 'mine_', 'm%'])('leaves everything of the session "%s"', async (sessionId) => {
    await storeSession(world.home);
    await leaveRows('mine');
    await storeSession(world.home, { sessionId, isSampled: true });
    await leaveRows(sessionId);

    expect((await removal('mine', true)).parts).toMatchObject([{}, { count: 2 }, { count: 0 }, { count: 2 }]);

    expect(await state.calls.payersOf('mine')).toEqual([]);
    expect(await state.calls.payersOf(sessionId)).toEqual([sessionId, `${sessionId}:1`]);
    expect(await state.answerStream.read(`${sessionId}:1`, 0)).toHaveLength(1);
    const place = { kind: 'answer', key: sessionId, userId: null } as const;
    expect(await state.answerCache.find(place, now.toISOString())).not.toBeNull();
    expect((await removal(sessionId, false)).parts).toMatchObject([{}, { count: 2 }, { count: 2 }, { count: 3 }]);
  });

  it('leaves texts that an open session may be using to a later gc', async () => {
    await storeSession(world.home, { sessionId: 'open', answeredAt: new Date().toISOString() });
    await storeSession(world.home, { cited: 'only here', found: 'and only here' });

    expect(await removal('mine', true)).toMatchObject({ textsKept: 2 });
    expect(await listBlobs(world.home)).toHaveLength(4);
  });

  it('can be repeated after a kill in the middle', async () => {
    await storeSession(world.home, { isSampled: true });
    await leaveRows('mine');
    const first = await removal('mine', true);
    const again = await removal('mine', true);

    expect(again.parts).toEqual(first.parts.map((part) => ({ ...part, count: 0, bytes: 0 })));
  });
});

describe('sweeping', () => {
  const sweep = async () => {
    const settings = { buildId: 'b'.repeat(12), minimumAgeMs: DAY_MS, answerTtlMs: 100 * 365 * DAY_MS };
    const swept = await sweepHome({ ...stored(), ...settings, now, withIndexes: false, apply: true });
    const parts = swept.parts.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]);
    return { parts: Object.fromEntries(parts) as Record<string, number>, unfinished: swept.unfinished };
  };

  it('keeps the texts that answers cite and that their findings quote, and the pages of their session', async () => {
    await storeSession(world.home);
    await world.read('/lamp', { run: webCorpusIdOf('mine') });
    await createFileBlobStore(world.home).putText('orphan', 'text/plain');
    await age(join(world.home, 'blobs'));

    expect(await sweep()).toEqual({ parts: { 'unreferenced texts and pages': 1 }, unfinished: [] });
    await conversationsIn(world.home).remove('mine');
    expect((await sweep()).parts).toEqual({
      'pages of deleted runs': 1,
      'readings of unused pages': 1,
      'unreferenced texts and pages': 4,
    });
  });

  it('keeps the texts of a copy for review', async () => {
    await storeSession(world.home, { isSampled: true });
    await age(join(world.home, 'blobs'));
    await state.records.remove('session', 'mine', ['start', 'answers/1']);

    expect((await sweep()).parts).toEqual({});
    await state.records.remove('session', 'mine', ['review/1']);
    expect((await sweep()).parts).toEqual({ 'unreferenced texts and pages': 2 });
  });

  it('keeps what an open session has used since its last answer', async () => {
    const answeredAt = new Date(now.getTime() - 3 * DAY_MS);
    await storeSession(world.home, { answeredAt: answeredAt.toISOString() });
    const { sha256 } = await createFileBlobStore(world.home).putText('found for the next answer', 'text/plain');
    const used = new Date(answeredAt.getTime() + 60_000);
    await utimes(blobPathOf(world.home, sha256), used, used);

    expect(await sweep()).toEqual({ parts: {}, unfinished: ['mine'] });
    now = new Date(now.getTime() + 7 * DAY_MS);
    expect(await sweep()).toEqual({ parts: { 'unreferenced texts and pages': 1 }, unfinished: [] });
  });

  it('removes expired cache entries, and streams an hour after their end', async () => {
    await leaveRows('mine');
    const entry = { kind: 'plan', sessionId: 'mine', userId: null, value: 'plan' } as const;
    await state.answerCache.keep({ ...entry, key: 'old', expiresAt: new Date(now.getTime() - 1).toISOString() });
    await state.answerStream.append('mine:2', 1, { kind: 'stage', stage: 'searching' });

    expect((await sweep()).parts).toEqual({ 'expired cached answers and plans': 1 });
    now = new Date(now.getTime() + 3_600_001);
    expect((await sweep()).parts).toEqual({ 'events of ended streams': 1 });
    expect((await sweep()).parts).toEqual({});
  });

  it('removes half-written files that an earlier version left', async () => {
    await storeSession(world.home);
    await writeFiles(world.home, { 'conversations/mine/answers/2.json.1.tmp': 'x', 'review/mine-1.json.1.tmp': 'x' });
    await age(world.home);

    expect((await sweep()).parts).toEqual({ 'unfinished files': 2 });
  });
});
