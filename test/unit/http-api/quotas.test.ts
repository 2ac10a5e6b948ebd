import { expect, it } from 'vitest';
import { QuotaReachedError } from '../../../client/errors/failures.ts';
import { createApiWorld, jsonRequest, type WorldChanges } from '../../support/builders/api-world.ts';

const TOKEN = 'token-of-anna-0123456789';

function createUserWorld(changes: WorldChanges = {}) {
  const world = createApiWorld({ ...changes, settings: { token: [{ user: 'anna', token: TOKEN }] } });
  const anna = (path: string, init: RequestInit = {}) =>
    world.api.request(path, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), authorization: `Bearer ${TOKEN}` },
    });
  return { world, anna };
}

it('refuses a run when a quota is used up, until it renews', async () => {
  const renewsAt = new Date(Date.now() + 3_600_000).toISOString();
  const { world, anna } = createUserWorld();
  world.runs.client.start = () => Promise.reject(new QuotaReachedError({ reason: 'renews tomorrow', renewsAt }));

  const refused = await anna('/api/runs', jsonRequest({ question: 'Which limits apply?' }));

  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ detail: 'renews tomorrow' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect(world.runs.recorded).toEqual([]);
});

it('tells users what is left of their quotas', async () => {
  const quota = { runs: 20, tokens: null, money: 5 };
  const used = { runs: 21, tokens: 300, money: 1.5 };
  const usedBy = async (name: string | null) => [
    { kind: 'user' as const, name: name ?? '', quota, used, renewsAt: '2026-02-01T00:00:00.000Z' },
  ];
  const spending = { usedBy, countRun: async () => null, uncountRun: async () => {} };
  const { anna } = createUserWorld({ tools: { spending } });

  expect(await (await anna('/api/user')).json()).toEqual({
    userId: 'anna',
    oneself: null,
    quotas: [{ of: 'user', used, left: { runs: 0, tokens: null, money: 3.5 }, renewsAt: '2026-02-01T00:00:00.000Z' }],
  });
});
