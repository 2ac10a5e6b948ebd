import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnswerPlan } from '@plumbline/contracts/answers/answer';
import type { RecallAnswerInput, RecordAnswerInput } from '@plumbline/contracts/answers/answer-activities';
import { conversationScopeSchema } from '@plumbline/contracts/answers/conversation';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { openSqliteState } from '@plumbline/storage/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRecallAnswer, createRememberPlan } from '../../activities/entries/answers/recall-answer.ts';
import { createRecordAnswer, createRecordFeedback } from '../../activities/entries/answers/record-answer.ts';
import { createNoteStage } from '../../activities/entries/research/note-stage.ts';
import { createStateStores, type StateStores } from '../../workers/assembly/state-stores.ts';
import { runAsActivity } from '../support/builders/activity-context.ts';
import { answerResultOf } from '../support/builders/answer-results.ts';
import { createTestCatalogues } from '../support/builders/catalogue-fixtures.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { findingOf } from '../support/builders/research-fixtures.ts';
import { conversationsIn, placeIn } from '../support/builders/stored-records.ts';

const RESULT = answerResultOf();
const { answerId, sessionId } = RESULT;
const NOW = '2026-01-02T03:05:00.000Z';
const SOON = '2026-01-02T03:15:00.000Z';

const SCOPE = conversationScopeSchema.parse({ userId: 'anna', corpusDirectories: ['/docs'] });

const PLAN: AnswerPlan = {
  interpretation: RESULT.interpretation,
  filters: { vertical: 'other', extracted: {}, merged: {}, preference: '' },
  decision: { grounding: 'full', reason: 'it asks for a fact' },
  steps: [{ tool: 'documents', vertical: 'other', query: 'lamp' }],
  memory: [],
};

const recording = (changes: Partial<RecordAnswerInput> = {}): RecordAnswerInput => ({
  result: RESULT,
  scope: SCOPE,
  findings: [findingOf('f1', 'The harbour lamp burns for nine hours.')],
  cache: { answerKey: key, expiresAt: SOON },
  streams: true,
  ...changes,
});

const asking = (changes: Partial<RecallAnswerInput> = {}): RecallAnswerInput => ({
  answerKey: 'key',
  planKey: 'key',
  userId: 'anna',
  now: NOW,
  ...changes,
});

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let state: StateStores;
/** A database that cannot be opened: its home is a file. */
let broken: StateStores;
let warnings: string[];
/** Of what was asked, as it is recalled. */
let key: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  state = createStateStores(openSqliteState(folder.path), placeIn(folder.path));
  broken = createStateStores(openSqliteState('/dev/null'), placeIn('/dev/null'));
  warnings = [];
  key = (await run(() => recalling(state)(asking(), signal))).answerKey ?? '';
});
afterEach(async () => {
  await state.close();
  await folder.dispose();
});

const conversations = () => conversationsIn(folder.path);
const run = <Result>(body: () => Promise<Result>, attempt = 1): Promise<Result> =>
  runAsActivity(body, { attempt, warn: (message) => warnings.push(message) });

const record = (input: RecordAnswerInput, { attempt = 1, stores = state, reviewRate = 0 } = {}) =>
  run(() => createRecordAnswer({ ...stores, conversations: conversations(), reviewRate })(input), attempt);
const { signal } = new AbortController();
const recalling = (stores: StateStores, identity?: string) => {
  const reasoner = { ...createOfflineReasoner(), ...(identity !== undefined && { identity }) };
  return createRecallAnswer({ ...stores, reasoner, catalogues: createTestCatalogues() });
};
const recall = async (input: RecallAnswerInput, stores = state, identity?: string) => {
  const { answer, plan } = await run(() => recalling(stores, identity)(input, signal));
  return { answer, plan };
};
const remember = (userId: string | null, stores = state) =>
  run(() => createRememberPlan(stores)({ sessionId, userId, planKey: key, plan: PLAN, expiresAt: SOON }));
const note = (stage: string, stores = state) => run(() => createNoteStage(stores)({ answerId, stage }));
const kindsOf = async () => (await state.answerStream.read(answerId, 0)).map(({ event }) => event.kind);

describe('recalling an answer', () => {
  it('finds what was recorded and remembered for this user, until it expires', async () => {
    expect(await recall(asking())).toEqual({ answer: null, plan: null });
    await remember('anna');
    expect(await recall(asking())).toEqual({ answer: null, plan: PLAN });
    await record(recording());

    expect(await recall(asking())).toEqual({ answer: RESULT, plan: null });
    expect(await recall(asking({ answerKey: null }))).toEqual({ answer: null, plan: PLAN });
    expect(await recall(asking({ answerKey: null, planKey: null }))).toEqual({ answer: null, plan: null });
    expect(await recall(asking({ now: SOON }))).toEqual({ answer: null, plan: null });
  });

  it.each(['bert', null])('gives nothing to %s that was made for anna, even under the same key', async (userId) => {
    await record(recording());
    await remember('anna');

    expect(await recall(asking({ userId }))).toEqual({ answer: null, plan: null });
  });

  it('gives nothing that another model made', async () => {
    await record(recording());

    expect(await recall(asking(), state, 'http://other/v1 large small')).toEqual({ answer: null, plan: null });
  });

  it('gives nothing that was made from other items', async () => {
    const shop = join(folder.path, 'shop');
    await mkdir(shop);
    const write = (name: string) => writeFile(join(shop, 'hotel.csv'), `title,price\n${name},100\n`);
    const inShop = asking({ catalogues: [shop] });
    await write('Harbour Inn');
    const { answerKey } = await run(() => recalling(state)(inShop, signal));
    await record(recording({ cache: { answerKey: answerKey ?? '', expiresAt: SOON } }));
    expect(await recall(inShop)).toMatchObject({ answer: RESULT });

    await write('Harbour Inn and Spa');

    expect(await recall(inShop)).toEqual({ answer: null, plan: null });
  });

  it('takes what it cannot understand for a miss', async () => {
    const entry = { key, sessionId, userId: 'anna', expiresAt: SOON };
    await state.answerCache.keep({ ...entry, kind: 'answer', value: { of: 'another version' } });
    await state.answerCache.keep({ ...entry, kind: 'plan', value: null });

    expect(await recall(asking())).toEqual({ answer: null, plan: null });
  });

  it('takes a database that fails for a miss, and logs it', async () => {
    expect(await recall(asking(), broken)).toEqual({ answer: null, plan: null });
    expect(warnings).toEqual(Array(2).fill('the answer cache failed; the answer goes on without it'));
  });
});

describe('recording an answer', () => {
  it('stores it with its evidence, and a copy for review only when it is sampled', async () => {
    await record(recording());
    const { result, findings } = recording();
    expect(await conversations().readAnswer(answerId)).toEqual({ userId: 'anna', result, findings });
    expect(await conversations().list()).toMatchObject([{ sessionId, userId: 'anna', title: result.message }]);
    expect(await state.records.list('session', sessionId, 'review/')).toEqual([]);

    await record(recording(), { reviewRate: 1 });
    expect(await state.records.list('session', sessionId, 'review/')).toHaveLength(1);
  });

  it('keeps nothing for the same message without a cache', async () => {
    await record(recording({ cache: null }));

    expect(await recall(asking())).toEqual({ answer: null, plan: null });
  });

  it('streams nothing unless it is asked to', async () => {
    await record(recording({ streams: false }));

    expect(await kindsOf()).toEqual([]);
  });

  it('ends the stream once, whatever an attempt before has appended', async () => {
    await state.answerStream.append(answerId, 3, { kind: 'text', text: 'of a third attempt' });
    await state.answerStream.append(answerId, 1, { kind: 'citations', citations: RESULT.citations });
    for (const attempt of [1, 2]) await record(recording(), { attempt });

    expect(await state.answerStream.read(answerId, 1)).toMatchObject([
      { event: { kind: 'citations', citations: RESULT.citations } },
      { event: { kind: 'end', answer: RESULT } },
    ]);
  });

  it('retries to end a stream a few times, and never loses the answer', async () => {
    for (const attempt of [1, 4])
      await expect(record(recording(), { attempt, stores: broken })).rejects.toThrow('/dev/null');
    await record(recording(), { attempt: 5, stores: broken });

    expect(await conversations().readAnswer(answerId)).toMatchObject({ result: RESULT });
    expect(warnings.at(-1)).toBe('the stream of the answer failed; the answer goes on without it');
  });

  it('goes on without a cache that fails', async () => {
    await record(recording({ streams: false }), { stores: broken });

    expect(warnings).toEqual(['the answer cache failed; the answer goes on without it']);
  });

  it('refuses an answer under the id of another session', async () => {
    await expect(record(recording({ result: { ...RESULT, sessionId: 'other' } }))).rejects.toThrow(
      '"session-lamp:1" is no answer of the session "other"',
    );
  });
});

describe('what can fail without harm', () => {
  it('is the plan cache and the note of a stage', async () => {
    await remember('anna', broken);
    await note('rewriting', broken);

    expect(warnings).toEqual([
      'the plan cache failed; the answer goes on without it',
      'the stream of the answer failed; the answer goes on without it',
    ]);
  });

  it('notes a stage once, also when text came before the retry', async () => {
    await note('writing');
    await state.answerStream.append(answerId, 1, { kind: 'text', text: 'The lamp' });
    await note('writing');

    expect(await kindsOf()).toEqual(['stage', 'text']);
  });

  it('notes a stage once, however often the activity is retried', async () => {
    for (const stage of ['rewriting', 'rewriting', 'searching', 'rewriting']) await note(stage);

    expect(await kindsOf()).toEqual(['stage', 'stage', 'stage']);
  });
});

describe('recording feedback', () => {
  const give = (verdict: 'helpful' | 'unhelpful', at: string) =>
    run(() =>
      createRecordFeedback({ conversations: conversations() })({
        sessionId,
        feedback: { answerId, verdict, note: '' },
        at,
      }),
    );

  it('keeps the latest on each answer, whichever comes last', async () => {
    await record(recording());
    await give('helpful', '2026-01-02T03:06:00.000Z');
    await give('unhelpful', '2026-01-02T03:07:00.000Z');
    await give('helpful', '2026-01-02T03:06:30.000Z');

    expect((await conversations().read(sessionId))?.feedback).toEqual([
      { answerId, verdict: 'unhelpful', note: '', at: '2026-01-02T03:07:00.000Z' },
    ]);
  });
});
