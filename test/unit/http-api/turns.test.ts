import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createTurns } from '../../../client/service/limits.ts';
import { answerResultOf } from '../../support/builders/answer-results.ts';
import { createApiWorld, jsonRequest } from '../../support/builders/api-world.ts';

const token = ['anna', 'bert'].map((user) => ({ user, token: `token-of-${user}-0123456789` }));
const of = (user: string) => ({ authorization: `Bearer token-of-${user}-0123456789` });

describe('messages of one user', () => {
  const ask = async (api: ReturnType<typeof createApiWorld>['api'], user: string, path = '/api/query') => {
    const request = jsonRequest({ message: 'Which lamp burns?' });
    return api.request(path, {
      ...request,
      headers: { ...Object.fromEntries(new Headers(request.headers)), ...of(user) },
    });
  };

  it('wait for each other, and nobody else for them', async () => {
    const { api, sessions } = createApiWorld({ settings: { token } });
    const answers: (() => void)[] = [];
    sessions.answer = async ({ sessionId = '', ask: { message, userId } }) => {
      if (userId === 'bert') await new Promise<void>((resolve) => answers.push(resolve));
      return answerResultOf({ answerId: `${sessionId}:1`, sessionId, message });
    };
    const many = Array.from({ length: 60 }, () => ask(api, 'bert'));
    await expect.poll(() => answers.length).toBe(4);

    expect((await ask(api, 'anna')).status).toBe(200);
    expect(answers).toHaveLength(4);
    const timer = setInterval(() => answers.splice(0).forEach((answer) => answer()), 1);
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    clearInterval(timer);
    expect(statuses).toEqual(Array(60).fill(200));
  });

  it('get 429 when a hundred wait, streams as well, before they begin', async () => {
    const { api, sessions } = createApiWorld({ settings: { token } });
    sessions.answer = () => new Promise(() => {});
    for (let message = 0; message < 104; message += 1) void ask(api, 'bert');
    await expect.poll(() => sessions.asked.length).toBe(4);
    await expect.poll(async () => (await ask(api, 'bert', '/api/query/stream')).status).toBe(429);
    const refused = await ask(api, 'bert');

    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('100 requests of this user wait') });
    sessions.answer = async ({ sessionId = '', ask: { message } }) =>
      answerResultOf({ answerId: `${sessionId}:1`, sessionId, message });
    expect((await ask(api, 'anna')).status).toBe(200);
  });

  it('get a smaller share while others ask, and the whole of it when they have gone', async () => {
    const turns = createTurns(4, 100, 0);
    const signal = new AbortController().signal;
    const begun: Record<string, (() => void)[]> = { anna: [], bert: [] };
    const begin = (user: string) => turns.take(user, signal, () => new Promise<void>((end) => begun[user]?.push(end)));
    const ofBert = Array.from({ length: 8 }, () => begin('bert'));
    const ofAnna = [begin('anna'), begin('anna'), begin('anna')];
    await setImmediate();
    expect([begun['bert']?.length, begun['anna']?.length]).toEqual([4, 2]);
    for (const end of begun['bert']?.splice(0) ?? []) end();
    await setImmediate();
    expect([begun['bert']?.length, begun['anna']?.length]).toEqual([2, 2]);
    const timer = setInterval(() => begun['anna']?.splice(0).forEach((end) => end()), 1);
    await Promise.all(ofAnna);
    clearInterval(timer);

    await expect.poll(() => begun['bert']?.length).toBe(4);
    for (const end of begun['bert']?.splice(0) ?? []) end();
    await Promise.all(ofBert);
  });

  it('leave a share for who was answered a moment ago', async () => {
    const turns = createTurns(4, 100);
    const signal = new AbortController().signal;
    await turns.take('anna', signal, async () => 'answered');
    let begun = 0;
    for (let message = 0; message < 8; message += 1) {
      void turns.take('bert', signal, () => {
        begun++;
        return new Promise(() => {});
      });
    }
    for (let round = 0; round < 20; round += 1) await setImmediate();

    expect(begun).toBe(2);
  });

  it('are not looked for in Temporal before it is their turn', async () => {
    const { api, sessions } = createApiWorld({ settings: { token } });
    sessions.answer = () => new Promise(() => {});
    for (let message = 0; message < 4; message += 1) void ask(api, 'bert');
    await expect.poll(() => sessions.asked.length).toBe(4);
    const looked = vi.spyOn(sessions.client, 'view');
    const waiting = await ask(api, 'bert', '/api/query/stream');
    const { value } = (await waiting.body?.getReader().read()) ?? {};
    for (let round = 0; round < 20; round += 1) await setImmediate();

    expect(new TextDecoder().decode(value)).toContain('event: session');
    expect(looked).not.toHaveBeenCalled();
  });

  it('leave the queue when their sender goes', async () => {
    const turns = createTurns(1, 1);
    const gone = new AbortController();
    const never = new AbortController().signal;
    const first = Promise.withResolvers<void>();
    const done = turns.take('bert', never, () => first.promise);
    const waiting = turns.take('bert', gone.signal, async () => 'too late');
    expect(() => turns.requireRoom('bert')).toThrow('1 requests of this user wait');
    gone.abort();
    await expect(waiting).rejects.toThrow('aborted');
    first.resolve();
    await done;
    await setImmediate();

    expect(await turns.take('bert', never, async () => 'in time')).toBe('in time');
  });
});
