import type { StoredRun } from '@plumbline/contracts/report/run-view';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { networkOf } from '../../../client/service/limits.ts';
import { type ApiWorld, createApiWorld, jsonRequest, type WorldChanges } from '../../support/builders/api-world.ts';
import { storedReport } from '../../support/builders/stored-report.ts';
import { textsOf } from '../../support/processes/mcp-client.ts';
import { createMcpWorld } from '../../support/worlds/mcp-world.ts';

const TOKENS = { anna: 'token-of-anna-0123456789', bert: 'token-of-bert-0123456789' };
const token = Object.entries(TOKENS).map(([user, text]) => ({ user, token: text }));
const BERTS = 'research-limits-3f9a21';
const ANNAS = 'research-limits-8c04de';
const NOBODYS = 'research-limits-000000';

const authorization = (user: keyof typeof TOKENS) => ({ authorization: `Bearer ${TOKENS[user]}` });

async function storedOf(researchId: string, userId: string | null): Promise<StoredRun> {
  return { ...(await storedReport(researchId)), userId };
}

/** Bert's run in Temporal and in the store, Anna's in the store alone, and one without a user. */
async function createUsersWorld(changes: WorldChanges = {}) {
  const stored = [await storedOf(BERTS, 'bert'), await storedOf(ANNAS, 'anna'), await storedOf(NOBODYS, null)];
  const world = createApiWorld({ stored, ...changes, settings: { token, ...changes.settings } });
  world.runs.owners.set(BERTS, 'bert');
  const as =
    (user: keyof typeof TOKENS) =>
    (path: string, init: RequestInit = {}) =>
      world.api.request(path, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init.headers)), ...authorization(user) },
      });
  return { world, anna: as('anna'), bert: as('bert') };
}

const pathsSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** Every route that has a run in its address, with this run in each of its places, and another one in the others. */
async function routesOfRuns(
  { api }: ApiWorld,
  run: string,
  other: string,
): Promise<{ method: string; path: string }[]> {
  const { paths } = pathsSchema.parse(await (await api.request('/openapi.json')).json());
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/runs/{') || path.includes('{researchId}'))
    .flatMap(([path, methods]) => {
      const places = [...path.matchAll(/\{(researchId|a|b)\}/g)].map(([place]) => place);
      return places.flatMap((place) =>
        Object.keys(methods).map((method) => ({
          method: method.toUpperCase(),
          path: filled(path.replace(place, run).replaceAll(/\{(?:a|b)\}/g, other)),
        })),
      );
    });
}

function filled(path: string): string {
  return path
    .replace('{claim}', '1')
    .replace('{shareId}', '3f9a21c0')
    .replace('{sourceId}', 's1')
    .replace('{format}', 'markdown')
    .replaceAll(/\{\w+\}/g, 'x');
}

describe('where tokens name users, a run', () => {
  it.each([BERTS, NOBODYS])('of somebody else is not there, on every route that has one: %s', async (run) => {
    const { world, anna } = await createUsersWorld();
    const routes = await routesOfRuns(world, run, ANNAS);

    for (const { method, path } of routes) {
      const init = method === 'GET' ? {} : { ...jsonRequest({}), method };
      const response = await anna(path, init);
      expect(`${method} ${path} ${response.status}`).toBe(`${method} ${path} 404`);
      expect(await response.json()).toMatchObject({ remedy: 'GET /api/runs lists the runs.' });
    }
    expect(routes.length).toBeGreaterThan(15);
    expect(world.runs.sent).toEqual([]);
  });

  it('is there for its own user, in Temporal and in the store', async () => {
    const { anna, bert } = await createUsersWorld();

    const statuses = await Promise.all([bert(`/api/runs/${BERTS}`), anna(`/api/runs/${ANNAS}/report`)]);

    expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('is listed for its user alone', async () => {
    const { anna, bert } = await createUsersWorld();
    const listed = async (as: typeof anna) =>
      z
        .object({ runs: z.array(z.looseObject({ researchId: z.string() })) })
        .parse(await (await as('/api/runs')).json());

    expect((await listed(anna)).runs.map(({ researchId }) => researchId)).toEqual([ANNAS]);
    expect((await listed(bert)).runs.map(({ researchId }) => researchId)).toEqual([BERTS]);
  });

  it('belongs to whoever starts it, and takes no id of another one', async () => {
    const { world, anna } = await createUsersWorld();

    const started = await anna('/api/runs', jsonRequest({ question: 'Which limits apply?' }));
    const taken = await anna('/api/runs', jsonRequest({ question: 'Which limits apply?', id: NOBODYS }));

    expect([started.status, taken.status]).toEqual([200, 409]);
    expect(world.runs.started).toMatchObject([{ userId: 'anna' }]);
  });

  it('is everybody’s with one token for all', async () => {
    const { world } = await createUsersWorld({ settings: { token: 'one-token-for-everybody' } });

    const headers = { authorization: 'Bearer one-token-for-everybody' };
    const response = await world.api.request(`/api/runs/${BERTS}`, { headers });

    expect(response.status).toBe(200);
  });
});

describe('where tokens name tenants', () => {
  const token = ['acme::anna', 'globex::anna', 'anna'].map((user) => ({
    user,
    token: `token-of-${user}`.replace('::', '-of-'),
  }));
  const as =
    (world: ApiWorld, user: number) =>
    (path: string, init: RequestInit = {}) =>
      world.api.request(path, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init.headers)), authorization: `Bearer ${token[user]?.token}` },
      });

  it('a user of one does not see what the same name has elsewhere', async () => {
    const world = createApiWorld({ settings: { token }, stored: [await storedOf(ANNAS, 'acme::anna')] });
    const everybody = token.map((_, index) => as(world, index));

    const runs = await Promise.all(everybody.map(async (ask) => (await ask(`/api/runs/${ANNAS}/report`)).status));
    await everybody[0]?.('/api/memory', jsonRequest({ text: 'My budget is 200 euros' }));
    const memories = await Promise.all(everybody.map(async (ask) => (await ask('/api/memory')).json()));

    expect(runs).toEqual([200, 404, 404]);
    expect(memories).toMatchObject([{ entries: [{ userId: 'acme::anna' }] }, { entries: [] }, { entries: [] }]);
  });
});

describe('where tokens name users, a request', () => {
  it.each([
    ['GET', '/api/sessions?userId=bert', undefined],
    ['GET', '/api/memory?userId=anna&userId=bert', undefined],
    ['DELETE', '/api/memory?userId=bert&all=true', undefined],
    ['POST', '/api/runs', { question: 'Which limits apply?', userId: 'bert' }],
    ['POST', '/api/query', { message: 'Which lamp?', userId: 'bert' }],
    ['POST', '/api/memory', { text: 'My budget is 200 euros', userId: 'bert' }],
  ])('names nobody else: %s %s', async (method, path, body) => {
    const { world, anna } = await createUsersWorld();

    const response = await anna(path, body === undefined ? { method } : jsonRequest(body));

    expect(response.status).toBe(403);
    expect([world.sessions.asked, world.runs.started]).toEqual([[], []]);
  });

  it('is of its user without saying so', async () => {
    const { world, anna, bert } = await createUsersWorld();
    world.sessions.open('chat-bert', { userId: 'bert' });

    await anna('/api/query', jsonRequest({ message: 'Which lamp?' }));
    await anna('/api/memory', jsonRequest({ text: 'My budget is 200 euros' }));
    const statuses = await Promise.all([anna('/api/sessions/chat-bert'), bert('/api/sessions/chat-bert')]);
    const remembered = await Promise.all(
      [anna('/api/memory'), bert('/api/memory')].map(async (sent) => (await sent).json()),
    );

    expect(world.sessions.asked).toMatchObject([{ scope: { userId: 'anna' }, ask: { userId: 'anna' } }]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 200]);
    expect(remembered).toMatchObject([{ entries: [{ userId: 'anna' }] }, { entries: [] }]);
  });
});

describe('where tokens name users, /mcp', () => {
  it('hides the runs of others', async () => {
    const stored = [await storedOf(BERTS, 'bert'), await storedOf(ANNAS, 'anna')];
    const world = await createMcpWorld({ stored, settings: { token } });
    const anna = await world.connectByHttp({}, authorization('anna'));

    const status = await anna.callTool({ name: 'research_status', arguments: { researchId: BERTS } });
    const list = await anna.callTool({ name: 'research_list', arguments: {} });

    expect([status.isError, textsOf(status).join()]).toEqual([true, expect.stringContaining(`no run "${BERTS}"`)]);
    expect(textsOf(list).join()).toContain(ANNAS);
    expect(textsOf(list).join()).not.toContain(BERTS);
  });

  it('takes no other user than that of the token', async () => {
    const world = await createMcpWorld({ settings: { token } });
    const anna = await world.connectByHttp({}, authorization('anna'));

    const refused = await anna.callTool({ name: 'memory_list', arguments: { userId: 'bert' } });
    const own = await anna.callTool({ name: 'memory_add', arguments: { text: 'I like oil' } });

    expect([refused.isError, own.isError]).toEqual([true, undefined]);
  });
});

describe('where tokens name users, the limits', () => {
  const guarded = (requestsPerMinute: number, trusted: readonly string[] = []) => {
    const trustedProxies = trusted.map((network) => networkOf(network));
    const { api } = createApiWorld({ settings: { token, limits: { requestsPerMinute, trustedProxies } } });
    return async (given: string, remoteAddress = '10.0.0.1', headers: Record<string, string> = {}) => {
      const sent = { authorization: `Bearer ${given}`, ...headers };
      const { status } = await api.request(
        '/api/sessions',
        { headers: sent },
        { incoming: { socket: { remoteAddress } } },
      );
      return status;
    };
  };
  const { anna, bert } = TOKENS;

  it('count each client and each token by itself', async () => {
    const from = guarded(1);

    const statuses = [
      await from(anna),
      await from(anna, '10.0.0.2'),
      await from(bert),
      // Anybody can send this.
      await from(anna, '10.0.0.1', { 'x-forwarded-for': '10.0.0.9' }),
    ];

    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it.each([
    { forwarded: '203.0.113.5', others: '203.0.113.6', told: 'the address that a proxy names' },
    { forwarded: '9.9.9.9, 203.0.113.5', others: '9.9.9.9, 203.0.113.6', told: 'the last one, whatever clients add' },
    { forwarded: '203.0.113.5, 10.0.0.7', others: '203.0.113.6, 10.0.0.7', told: 'the one before a second proxy' },
    { forwarded: '::ffff:203.0.113.5', others: '2001:db8::6', told: 'addresses of both kinds' },
  ])('count behind a trusted proxy: $told', async ({ forwarded, others }) => {
    const from = guarded(1, ['10.0.0.0/8', '::1']);
    const through = (header: string, proxy: string) => from(anna, proxy, { 'x-forwarded-for': header });

    const statuses = [
      await through(forwarded, '10.0.0.1'),
      await through(others, '::ffff:10.0.0.1'),
      await through(forwarded, '::1'),
      // Not from the proxy, so not believed.
      await through(others, '192.0.2.1'),
      await through(forwarded, '192.0.2.1'),
    ];

    expect(statuses).toEqual([200, 200, 429, 200, 429]);
  });

  it.each([['unknown'], [''], ['10.0.0.1:80, not an address']])(
    'count the proxy itself where it names no client: %j',
    async (header) => {
      const from = guarded(1, ['10.0.0.1']);

      const statuses = [await from(anna, '10.0.0.1', { 'x-forwarded-for': header }), await from(anna, '10.0.0.1')];

      expect(statuses).toEqual([200, 429]);
    },
  );

  it('trust networks alone', () => {
    expect(() => networkOf('proxy.example')).toThrow('"proxy.example" is no network');
    expect(() => networkOf('10.0.0.0/99')).toThrow('is no network');
  });

  it('count wrong tokens of an address together, and refuse nothing but them', async () => {
    const from = guarded(3);

    const guesses = [];
    for (const guess of ['a', 'b', 'c', 'd', 'e']) guesses.push(await from(guess));

    expect(guesses).toEqual([401, 401, 401, 429, 429]);
    // A token that is right comes through, also where it is new.
    expect([await from(anna), await from(bert, '10.0.0.2'), await from('f', '10.0.0.2')]).toEqual([200, 200, 401]);
  });
});
