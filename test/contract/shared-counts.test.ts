import { type CountDatabase, openCountDatabase } from '@plumbline/storage/shared-counts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../workers/supervisor/temporal-server.ts';
import { createApiWorld } from '../support/builders/api-world.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../support/servers/postgres.ts';

const opened: CountDatabase[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
});

/** A machine at work on other tests must not make a server count by itself. */
const PATIENCE_MS = 60_000;

/** A server that counts in the database at this address. */
async function serverOver(url: string, requestsPerMinute: number) {
  const database = await openCountDatabase(url, PATIENCE_MS);
  opened.push(database);
  const { api } = createApiWorld({
    settings: { token: 'correct-horse-battery', limits: { requestsPerMinute, database } },
  });
  return async (token = 'correct-horse-battery') => {
    const response = await api.request('/api/sessions', { headers: { authorization: `Bearer ${token}` } });
    return response.status;
  };
}

const programs = findPostgres();

describe.skipIf(programs === undefined)('servers of one PostgreSQL (skipped where it is not installed)', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '');
  });
  afterAll(() => postgres?.close());

  it('count a client together, also when both are new', async () => {
    const url = await postgres.createDatabase();
    const servers = await Promise.all([serverOver(url, 3), serverOver(url, 3)]);
    const asked = await Promise.all(servers.map((ask) => ask()));

    const statuses = [...asked];
    for (const ask of [...servers, ...servers]) statuses.push(await ask());

    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  });

  it('count wrong tokens of an address together', async () => {
    const url = await postgres.createDatabase();
    const servers = await Promise.all([serverOver(url, 2), serverOver(url, 2)]);

    const statuses = [];
    for (const ask of [...servers, ...servers]) statuses.push(await ask('of-another-server'));

    expect(statuses).toEqual([401, 401, 429, 429]);
  });

  it('keep neither address nor token', async () => {
    const url = await postgres.createDatabase();
    const ask = await serverOver(url, 3);
    await ask();

    const { rows } = (await opened[0]?.query({ text: 'SELECT key, points FROM request_counts' })) ?? {};

    expect(rows).toEqual([{ key: expect.stringMatching(/^requests:[\w-]{43}$/), points: 1 }]);
  });

  it('go on when the database cuts their connections', async () => {
    const url = await postgres.createDatabase();
    const ask = await serverOver(url, 100);
    await ask();
    await postgres.cutConnections();

    expect([await ask(), await ask()]).toEqual([200, 200]);
  });
});

describe('a server whose database of counts is away', () => {
  it('counts by itself', async () => {
    const ask = await serverOver(`postgres://tester@127.0.0.1:${await freePort()}/none`, 2);

    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
  });
});
