import { conversationScopeSchema } from '@plumbline/contracts/answers/conversation';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConversationStore } from '../../activities/conversations/conversation-store.ts';
import type { StateStores } from '../../workers/assembly/state-stores.ts';
import { answerOfTurn } from '../support/builders/answer-results.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { stateIn } from '../support/builders/stored-records.ts';

const scope = conversationScopeSchema.parse({ corpusDirectories: ['/docs'] });

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let state: StateStores;
let sessions: ConversationStore;

beforeEach(async () => {
  home = await temporaryFolder();
  state = stateIn(home.path);
  sessions = state.conversations;
});
afterEach(() => home.dispose());

const start = (sessionId: string, startedAt = '2026-01-02T03:00:00.000Z', title = 'The lamp') =>
  sessions.recordStart({ sessionId, userId: 'anna', scope, startedAt, title });
const answer = (sessionId: string, turn: number, answeredAt = '2026-01-02T03:05:00.000Z') =>
  sessions.saveAnswer({ userId: 'anna', result: answerOfTurn(sessionId, turn, { answeredAt }), findings: [] });

describe('conversation store', () => {
  it('knows nothing at first', async () => {
    expect(await sessions.list()).toEqual([]);
    expect([await sessions.read('mine'), await sessions.readAnswer('mine:1')]).toEqual([null, null]);
    expect(await sessions.readAnswer('mine')).toBeNull();
  });

  it('tells how a session began, when it was used last, and when it ends', async () => {
    await start('mine');
    expect(await sessions.list()).toMatchObject([{ turns: 0, lastAt: '2026-01-02T03:00:00.000Z' }]);
    for (const turn of [1, 2, 10]) await answer('mine', turn, `2026-01-02T03:${turn + 10}:00.000Z`);

    expect(await sessions.list()).toEqual([
      {
        sessionId: 'mine',
        userId: 'anna',
        title: 'The lamp',
        turns: 3,
        startedAt: '2026-01-02T03:00:00.000Z',
        lastAt: '2026-01-02T03:20:00.000Z',
        endsAt: '2026-01-09T03:20:00.000Z',
      },
    ]);
  });

  it('gives answers back in the order of their turns', async () => {
    await start('mine');
    for (const turn of [10, 2, 1]) await answer('mine', turn);

    expect((await sessions.read('mine'))?.answers.map(({ result }) => result.answerId)).toEqual([
      'mine:1',
      'mine:2',
      'mine:10',
    ]);
    expect(await sessions.readAnswer('mine:2')).toMatchObject({ userId: 'anna', result: { answerId: 'mine:2' } });
  });

  it('lists the last used session first', async () => {
    await start('old');
    await start('new', '2026-01-02T03:30:00.000Z');
    await answer('old', 1, '2026-01-02T03:40:00.000Z');

    expect((await sessions.list()).map(({ sessionId }) => sessionId)).toEqual(['old', 'new']);
  });

  it('keeps when and as what a session was started first', async () => {
    await start('mine');
    await start('mine', '2026-01-05T03:00:00.000Z', 'Again');

    expect(await sessions.read('mine')).toMatchObject({ startedAt: '2026-01-02T03:00:00.000Z', title: 'The lamp' });
  });

  it('knows sessions of other programs by their answers', async () => {
    await answer('by-hand', 1);

    expect(await sessions.list()).toMatchObject([
      { sessionId: 'by-hand', userId: 'anna', title: 'How long does the lamp burn?', turns: 1 },
    ]);
  });

  it('takes what another version recorded for missing', async () => {
    await start('mine');
    for (const turn of [1, 2]) await answer('mine', turn);
    const put = (owner: string, name: string, value: unknown) =>
      state.records.put({ kind: 'session', owner, name }, { value, at: '2026-01-02T03:05:00.000Z' });
    await put('mine', 'answers/1', { result: {} });
    await put('mine', 'feedback', 'x');
    await put('other', 'start', []);

    expect((await sessions.read('mine'))?.answers).toHaveLength(1);
    expect((await sessions.read('mine'))?.feedback).toEqual([]);
    expect((await sessions.list()).map(({ sessionId }) => sessionId)).toEqual(['mine']);
  });

  it.each(['../../escape', '..', 'a/b', 'a:1', 'ünï çödé', 'x'.repeat(500)])(
    'keeps a session with the id "%s"',
    async (sessionId) => {
      await start(sessionId);
      await answer(sessionId, 1);

      expect(await sessions.read(sessionId)).toMatchObject({ sessionId, answers: [{ userId: 'anna' }] });
    },
  );

  it('removes a session with its copies for review, and nothing of sessions with similar ids', async () => {
    for (const sessionId of ['mine', 'mine-1']) {
      await start(sessionId);
      await answer(sessionId, 1);
      await sessions.sampleForReview({ userId: null, result: answerOfTurn(sessionId, 1), findings: [] });
    }
    await sessions.remove('mine');
    await sessions.remove('mine');

    expect((await sessions.list()).map(({ sessionId }) => sessionId)).toEqual(['mine-1']);
    const copies = (await state.records.outline('session')).filter(({ name }) => name.startsWith('review/'));
    expect(copies.map(({ owner, name }) => [owner, name])).toEqual([['mine-1', 'review/1']]);
  });
});
