import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ApiWorld, createApiWorld } from '../../support/builders/api-world.ts';

const bodySchema = z.looseObject({
  entry: z.looseObject({ entryId: z.string() }).optional(),
  forgotten: z.array(z.string()).optional(),
});

let world: ApiWorld;
beforeEach(() => {
  world = createApiWorld();
});

async function send(method: string, path: string, body?: object) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { 'content-type': 'application/json' };
  const response = await world.api.request(`/api/memory${path}`, { method, headers, ...sent });
  return { status: response.status, body: bodySchema.parse(await response.json()) };
}

const TEXT = 'My budget is 200 euros';
const remember = async (userId = 'anna') => (await send('POST', '', { userId, text: TEXT })).body.entry?.entryId;

describe('/api/memory', () => {
  it('remembers once, finds, checks, confirms and exports', async () => {
    const [entryId, again] = [await remember(), await remember()];
    const found = await send('POST', '/query', { userId: 'anna', text: 'What is my budget?' });
    const verdict = await send('POST', '/verify', { userId: 'anna', text: 'My budget is 300 euros' });
    const confirmation = { userId: 'anna', operationId: 'o1' };
    await send('POST', `/${entryId}/reinforce`, confirmation);
    const confirmed = await send('POST', `/${entryId}/reinforce`, confirmation);
    const exported = await send('GET', '/export?userId=anna');

    expect(again).toBe(entryId);
    expect(found.body).toMatchObject({ found: [{ entry: { entryId, provenance: { where: 'http' } }, score: 0.75 }] });
    expect(verdict.body).toMatchObject({ verdict: 'not-judged', concerned: [{ entry: { entryId }, difference: '' }] });
    expect(confirmed.body).toMatchObject({ entry: { strength: 2 } });
    expect(exported.body).toMatchObject({ userId: 'anna', entries: [{ entryId, history: [{}, {}] }] });
  });

  it('erases one entry, or all if that is said', async () => {
    const entryId = await remember();
    const one = await send('DELETE', `/${entryId}?userId=anna`);
    await remember();
    const unsaid = await send('DELETE', '?userId=anna');
    const all = await send('DELETE', '?userId=anna&all=true');

    expect([one.body, unsaid.status, all.body.forgotten]).toEqual([
      { forgotten: [entryId], heldBy: [] },
      400,
      [entryId],
    ]);
    expect((await send('GET', '?userId=anna')).body).toEqual({ entries: [] });
  });

  it('shows and gives nobody the memory of another user', async () => {
    const entryId = await remember();
    const answers = [
      await send('DELETE', `/${entryId}?userId=bert`),
      await send('POST', `/${entryId}/reinforce`, { userId: 'bert' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect((await send('GET', '?userId=bert')).body).toEqual({ entries: [] });
    expect((await send('POST', '/query', { userId: 'bert', text: 'budget' })).body).toMatchObject({ found: [] });
    expect((await send('GET', '?userId=anna')).body).toMatchObject({ entries: [{ strength: 1 }] });
  });

  it.each([
    ['GET', '', undefined],
    ['POST', '', { text: TEXT }],
    ['POST', '', { userId: 'anna', text: '  ' }],
    ['POST', '', { userId: 'anna', text: TEXT, reason: 'useful' }],
    ['POST', '/query', { userId: 'anna' }],
  ])('refuses what does not fit: %s %s %o', async (method, path, body) => {
    expect((await send(method, path, body)).status).toBe(400);
  });
});
