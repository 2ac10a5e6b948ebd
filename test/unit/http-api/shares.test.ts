import { createShareStore, type MadeShare } from '@plumbline/storage/shares';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld, jsonRequest } from '../../support/builders/api-world.ts';
import { temporaryFolder } from '../../support/builders/corpus-fixtures.ts';
import { stateIn } from '../../support/builders/stored-records.ts';
import { storedReport } from '../../support/builders/stored-report.ts';

const ID = 'research-limits-3f9a21';
const OTHER = 'research-limits-8c04de';
const TOKEN = 'a-token-of-some-length-for-this-test';

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let now: Date;

beforeEach(async () => {
  home = await temporaryFolder();
  now = new Date('2026-03-01T12:00:00Z');
});
afterEach(async () => home.dispose());

/** @param token null: a server that needs none */
async function createShareWorld(token: string | null): Promise<ApiWorld> {
  const stored = [await storedReport(ID), await storedReport(OTHER)];
  const shares = createShareStore(stateIn(home.path).records, () => now);
  return createApiWorld({ stored, tools: { shares }, settings: token === null ? {} : { token } });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function share(
  { api }: ApiWorld,
  token: string | null,
  days = 7,
): Promise<MadeShare & { readonly path: string }> {
  const request = jsonRequest({ days });
  const headers = { ...Object.fromEntries(new Headers(request.headers)), ...(token === null ? {} : bearer(token)) };
  const response = await api.request(`/api/runs/${ID}/shares`, { ...request, headers });
  expect(response.status).toBe(200);
  return JSON.parse(await response.text());
}

describe.each([TOKEN, null])('a shared report of a server with the token %s', (token) => {
  it('is read by its link, which tells whose it is', async () => {
    const world = await createShareWorld(token);
    const made = await share(world, token);
    const read = (path: string) => world.api.request(path, { headers: bearer(made.token) });

    const statuses = await Promise.all(
      ['reading', 'figures', 'sources/s1/text', 'exports/pdf'].map(
        async (path) => (await read(`/api/runs/${ID}/${path}`)).status,
      ),
    );

    expect(made.path).toBe(`/shared/${made.token}`);
    expect(await (await read('/api/shared')).json()).toMatchObject({
      share: { researchId: ID, shareId: made.shareId },
    });
    expect(statuses.filter((status) => [401, 403].includes(status))).toEqual([]);
    expect(statuses[0]).toBe(200);
  });

  it('is all that its link opens', async () => {
    const world = await createShareWorld(token);
    const made = await share(world, token);
    const { paths } = JSON.parse(await (await world.api.request('/openapi.json')).text());
    const isOfReading = /\/(?:reading|figures|trace|text|original|exports\/\{format\})$|^\/api\/shared$/;
    const refused = Object.entries<Record<string, unknown>>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).flatMap((method) =>
        ['/api/', '/mcp', '/metrics'].some((start) => path.startsWith(start))
          ? [ID, OTHER]
              .filter((run) => run === OTHER || !isOfReading.test(path) || path.includes('session'))
              .map((run) => [method.toUpperCase(), path.replace(/\{(?:researchId|a)\}/, run), isOfReading.test(path)])
          : [],
      ),
    );

    for (const [method, path] of refused) {
      if (path === '/api/shared') continue;
      const address = String(path).replaceAll(/\{\w+\}/g, 'pdf');
      const { status } = await world.api.request(address, { method: String(method), headers: bearer(made.token) });
      expect({ method, path, status }).toEqual({ method, path, status: 403 });
    }
    expect(refused.length).toBeGreaterThan(60);
  });

  it.each([`/api/runs/${ID}/exports/json`, `/api/runs/${ID}/bundle`, `/api/runs/${ID}/reading/../../${OTHER}/reading`])(
    'keeps %s to itself',
    async (path) => {
      const world = await createShareWorld(token);
      const { token: link } = await share(world, token);

      expect((await world.api.request(path, { headers: bearer(link) })).status).toBe(403);
    },
  );

  it('is closed by revoking its link, and by time', async () => {
    const world = await createShareWorld(token);
    const [first, second] = [await share(world, token, 30), await share(world, token, 1)];
    const own = token === null ? {} : bearer(token);
    const statusOf = async (link: string) => (await world.api.request('/api/shared', { headers: bearer(link) })).status;
    const listed = async () => {
      const response = await world.api.request(`/api/runs/${ID}/shares`, { headers: own });
      return JSON.parse(await response.text()).shares;
    };

    expect(await listed()).toHaveLength(2);
    now = new Date('2026-03-02T12:00:01Z');
    expect([await statusOf(first.token), await statusOf(second.token)]).toEqual([200, 401]);
    expect(await listed()).toMatchObject([{ shareId: first.shareId }]);

    const revoked = { method: 'DELETE', headers: own };
    await world.api.request(`/api/runs/${ID}/shares/${first.shareId}`, revoked);
    expect(await statusOf(first.token)).toBe(401);
    expect((await world.api.request(`/api/runs/${ID}/shares/${first.shareId}`, revoked)).status).toBe(404);
  });

  it('is not opened by a token that was changed, and its store has no token', async () => {
    const world = await createShareWorld(token);
    const made = await share(world, token);
    const other = `share.${Buffer.from(OTHER).toString('base64url')}.${made.token.split('.').slice(2).join('.')}`;
    const wrong = [`${made.token.slice(0, -1)}${made.token.endsWith('A') ? 'B' : 'A'}`, other, 'share.a.b.c', 'share.'];

    for (const link of wrong) {
      const { status } = await world.api.request(`/api/runs/${ID}/reading`, { headers: bearer(link) });
      expect({ link, status }).toEqual({ link, status: 401 });
    }
    const rows = await stateIn(home.path).records.list('run', ID);
    expect(rows.map(({ value }) => value).join('')).not.toContain(made.token.split('.').at(-1));
  });

  it('has to be there, for at most a year', async () => {
    const world = await createShareWorld(token);
    const own = token === null ? {} : bearer(token);
    const ask = async (researchId: string, days: number) => {
      const request = jsonRequest({ days });
      const headers = { ...Object.fromEntries(new Headers(request.headers)), ...own };
      return (await world.api.request(`/api/runs/${researchId}/shares`, { ...request, headers })).status;
    };

    expect([await ask('nowhere', 7), await ask(ID, 366), await ask(ID, 0)]).toEqual([404, 400, 400]);
  });
});
