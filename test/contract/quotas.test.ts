import { quotasValue } from '@plumbline/contracts/settings/quotas';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { openPostgresState, openSqliteState, type StateDatabase } from '@plumbline/storage/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStateStores, type StateStores } from '../../workers/assembly/state-stores.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../support/servers/postgres.ts';
import { keyOf } from './call-store.contract.ts';

const [ANNA, BERT] = ['acme::anna', 'acme::bert'];
const QUOTAS = quotasValue.parse('user=runs:2,tokens:1000,money:1;tenant=runs:3,tokens:1500');

const spent = (tokens: number, money: number | null = null) => ({
  promptTokens: tokens,
  completionTokens: 0,
  money,
});

/** Two processes with connections of their own, and a clock for both. */
class Machines {
  time = Date.parse('2026-01-31T12:00:00.000Z');
  readonly #stores: StateStores[];

  constructor(open: () => StateDatabase, home: string) {
    const place = { home, blobs: createFileBlobStore(home), writesFiles: false };
    this.#stores = [0, 1].map(() => createStateStores(open(), place, () => new Date(this.time), QUOTAS));
  }

  /** By turns one machine and the other. */
  machine(turn: number): StateStores {
    return this.#stores[turn % 2] as StateStores;
  }

  /** @param share of the quotas that the call may use */
  async reserve(userId: string, run: number, expected: ReturnType<typeof spent>, share = 1): Promise<void> {
    const { calls } = this.machine(run);
    await calls.reserve(keyOf('a'), this.payer(userId, run, share), { expected, ceiling: null });
  }

  payer(userId: string, run: number, share = 1) {
    return { researchId: `run-${run}`, activityId: '1', spender: { userId, share } };
  }

  /** Of the user and of the tenant. */
  async tokensOf(userId: string): Promise<number[]> {
    return (await this.machine(0).spending.usedBy(userId)).map(({ used }) => used.tokens);
  }

  async close(): Promise<void> {
    for (const stores of this.#stores) await stores.close();
  }
}

function itKeepsQuotas(machines: () => Machines): void {
  it('lets calls at the same moment not pass a quota together', async () => {
    const all = Array.from({ length: 8 }, (_, run) => machines().reserve(ANNA, run, spent(300)));
    const outcomes = await Promise.allSettled(all);

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await machines().tokensOf(ANNA)).toEqual([900, 900]);
  });

  it('refuses what passes the quota of the tenant, and says whose it is and when it renews', async () => {
    await machines().reserve(ANNA, 1, spent(900));
    const refused = machines().reserve(BERT, 2, spent(700));

    await expect(refused).rejects.toMatchObject({
      limit: 'modelTokens',
      message: 'the quota of 1500 tokens a day of the tenant acme is used up; it renews at 2026-02-01T00:00Z',
      quota: { renewsAt: '2026-02-01T00:00:00.000Z' },
    });
    expect(await machines().tokensOf(BERT)).toEqual([0, 900]);
    expect(await machines().machine(0).calls.ledgerOf('run-2')).toBeNull();
  });

  it('keeps a part for writing, and limits money as well', async () => {
    await machines().reserve(ANNA, 1, spent(10, 0.8));

    await expect(machines().reserve(ANNA, 2, spent(10, 0.15), 0.9)).rejects.toMatchObject({ limit: 'money' });
    await machines().reserve(ANNA, 2, spent(10, 0.15));
  });

  it('corrects what was reserved, on the day of the reservation', async () => {
    const payer = machines().payer(ANNA, 1);
    const { calls, spending } = machines().machine(0);
    machines().time = Date.parse('2026-01-31T23:59:59.000Z');
    await machines().reserve(ANNA, 1, spent(900, 0.5));
    await calls.settle(keyOf('a'), payer, { answer: 'short', spent: spent(100, 0.25) });
    await machines().reserve(ANNA, 2, spent(500));
    const [used] = await spending.usedBy(ANNA);
    machines().time = Date.parse('2026-02-01T00:00:01.000Z');
    await calls.fail(keyOf('a'), machines().payer(ANNA, 2), 'refused');

    expect(used?.used).toEqual({ runs: 0, tokens: 600, money: 0.25 });
    expect(await machines().tokensOf(ANNA)).toEqual([0, 0]);
    machines().time = Date.parse('2026-01-31T23:59:59.000Z');
    expect(await machines().tokensOf(ANNA)).toEqual([100, 100]);
  });

  it('keeps what was spent when the run is removed', async () => {
    await machines().reserve(ANNA, 1, spent(900));
    await machines().machine(0).calls.deleteRun('run-1');

    await expect(machines().reserve(ANNA, 2, spent(200))).rejects.toThrow('of the user acme::anna is used up');
  });

  it('counts runs, and those of one tenant together, until the next day', async () => {
    const count = (userId: string, turn = 0) => machines().machine(turn).spending.countRun(userId);
    const started = await Promise.all([0, 1, 2, 3].map((turn) => count(ANNA, turn)));
    expect(started.filter((reached) => reached === null)).toHaveLength(2);

    expect(await count(BERT)).toBeNull();
    expect((await count(BERT))?.reason).toContain('3 runs a day of the tenant acme');
    await machines().machine(1).spending.uncountRun(ANNA);
    expect(await count(BERT)).toBeNull();

    machines().time += 24 * 3_600_000;
    expect(await count(ANNA)).toBeNull();
  });

  it('asks nothing of runs without a user', async () => {
    const { spending } = machines().machine(0);
    for (let run = 0; run < 3; run += 1) expect(await spending.countRun(null)).toBeNull();
    expect(await spending.usedBy(null)).toEqual([]);
  });
}

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let machines: Machines;

beforeEach(async () => {
  home = await temporaryFolder();
});
afterEach(async () => {
  await machines.close();
  await home.dispose();
});

describe('quotas on SQLite', () => {
  beforeEach(() => {
    machines = new Machines(() => openSqliteState(home.path), home.path);
  });
  itKeepsQuotas(() => machines);
});

const programs = findPostgres();

describe.skipIf(programs === undefined)('quotas on PostgreSQL', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres(programs ?? '');
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const url = await server.createDatabase();
    machines = new Machines(() => openPostgresState(url), home.path);
  });
  itKeepsQuotas(() => machines);
});
