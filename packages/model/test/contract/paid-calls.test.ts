import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { DatabaseAwayError } from '@plumbline/storage/files';
import { ProviderError } from '@plumbline/web/search';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../test/support/builders/corpus-fixtures.ts';
import { createTestCalls, type TestCalls } from '../../../../test/support/builders/test-calls.ts';
import type { Payer } from '../../metering/call-store.ts';
import type { PaidCall } from '../../metering/paid-calls.ts';

const DAY_MS = 86_400_000;
const USAGE = { promptTokens: 1_000, completionTokens: 100 };

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let calls: TestCalls;
let time: number;
/** How often the server was asked. */
let sent: number;

beforeEach(async () => {
  home = await temporaryFolder();
  time = Date.parse('2026-01-02T03:04:05Z');
  sent = 0;
  calls = createTestCalls(home.path, {
    now: () => new Date(time),
    prices: { models: { small: { input: 2, output: 10 } }, searches: { brave: 0.005 } },
    timeToLiveMs: { model: 7 * DAY_MS, search: DAY_MS, page: 0 },
    storingPausesMs: Array(6).fill(1),
  });
});
afterEach(async () => {
  await calls.store.close();
  await home.dispose();
});

const callOf = (changes: Partial<PaidCall<string>> = {}): PaidCall<string> => ({
  kind: 'model',
  name: 'plan-research',
  version: 1,
  model: 'small',
  input: { system: 'Plan.', user: 'What?' },
  expected: { promptTokens: 900, completionTokens: 500 },
  terms: UNLIMITED,
  signal: new AbortController().signal,
  ...changes,
});

const answering = async () => ({ answer: `answer ${(sent += 1)}`, usage: USAGE });

function make(
  changes: Partial<PaidCall<string>> = {},
  payer: Partial<Payer> = {},
  send: (signal: AbortSignal) => ReturnType<typeof answering> = answering,
) {
  return calls.payingAs(payer, () => calls.paidCalls.make(callOf(changes), send));
}

const entryOf = async (researchId = 'research-lamp') => (await calls.store.ledgerOf(researchId))?.entries[0];

describe('paid calls', () => {
  it('are sent once, and cost what the price table says', async () => {
    const cost = { requests: 1, tokens: 1_100, money: 0.003 };

    expect(await make()).toEqual({ answer: 'answer 1', cost });
    expect(await make()).toEqual({ answer: 'answer 1', cost });
    expect(await entryOf()).toMatchObject({ requests: 1, reused: 1, promptTokens: 1_000, money: 0.003 });
  });

  it('cost another activity, or another run, nothing when the answer is stored', async () => {
    await make();
    const nothing = { requests: 0, tokens: 0, money: undefined };

    expect((await make({}, { activityId: '2' })).cost).toEqual(nothing);
    expect((await make({}, { researchId: 'other' })).cost).toEqual(nothing);
    expect((await calls.store.ledgerOf('other'))?.reusedFrom).toEqual([{ researchId: 'research-lamp', answers: 1 }]);
  });

  it('are equal for any order of the fields of their input', async () => {
    await make({ input: { a: 1, b: { c: 2, d: [3] } } });
    await make({ input: { b: { d: [3], c: 2 }, a: 1 } });

    expect(sent).toBe(1);
  });

  it.each([
    { changes: { name: 'assess-clarity' } },
    { changes: { version: 2 } },
    { changes: { model: 'main' } },
    { changes: { input: { system: 'Plan.', user: 'Why?' } } },
  ])('differ with $changes', async ({ changes }) => {
    await make();
    await make(changes);

    expect(sent).toBe(2);
  });

  it.each([
    { kind: 'model', ageMs: 7 * DAY_MS, isReused: true },
    { kind: 'model', ageMs: 7 * DAY_MS + 1, isReused: false },
    { kind: 'search', ageMs: DAY_MS, isReused: true },
    { kind: 'search', ageMs: DAY_MS + 1, isReused: false },
    { kind: 'page', ageMs: 1, isReused: false },
  ] as const)('of kind $kind serve other runs after $ageMs ms: $isReused', async ({ kind, ageMs, isReused }) => {
    await make({ kind });
    time += ageMs;
    await make({ kind }, { researchId: 'other' });

    expect(sent).toBe(isReused ? 1 : 2);
  });

  it('serve their own run however old they are', async () => {
    await make({ kind: 'page' });
    time += 300 * DAY_MS;
    await make({ kind: 'page' });

    expect(sent).toBe(1);
  });

  it('are repeated once by a run that wants fresh answers', async () => {
    const ceiling = { modelCalls: 10, modelTokens: 100_000, money: null };
    const terms = { reuse: 'own-run', ceiling } as const;
    await make();
    await make({ terms }, { researchId: 'fresh' });
    await make({ terms }, { researchId: 'fresh' });

    expect(sent).toBe(2);
  });

  it('send one request for concurrent callers', async () => {
    const made = await Promise.all(['1', '2', '3'].map((activityId) => make({}, { activityId })));

    expect(made.map(({ answer, cost }) => [answer, cost.requests])).toEqual([
      ['answer 1', 1],
      ['answer 1', 0],
      ['answer 1', 0],
    ]);
    expect(await entryOf()).toMatchObject({ requests: 1, reused: 2 });
  });

  it('continue for others when the first caller is cancelled', async () => {
    const first = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = async (signal: AbortSignal) => {
      first.abort(new Error('cancelled'));
      await promise;
      signal.throwIfAborted();
      return answering();
    };
    const cancelled = make({ signal: first.signal }, {}, slow);
    const kept = make({}, { activityId: '2' }, slow);
    await expect(cancelled).rejects.toThrow('cancelled');
    resolve();

    expect((await kept).answer).toBe('answer 1');
  });

  it('forget a stored answer that is no longer usable, and ask again', async () => {
    await make();
    await make({ isUsable: async (answer) => answer !== 'answer 1' });

    expect((await make()).answer).toBe('answer 2');
  });

  it('keep answers for other runs that are unusable for this one', async () => {
    await make();
    await make({ isUsable: async (_, isOwn) => isOwn }, { researchId: 'other' });

    expect([(await make()).answer, (await make({}, { researchId: 'other' })).answer]).toEqual(['answer 1', 'answer 2']);
  });
});

describe('paid calls that fail', () => {
  const failing = (status: number | undefined) => async () => {
    sent += 1;
    const advice = { shouldRetry: undefined, retryAfterMs: undefined };
    const facts = { outcome: 'failed', remedy: '', status, advice, isTimeout: false, isPermanent: false };
    throw new ProviderError({ provider: 'brave', ...facts });
  };

  it('are thrown unchanged, and cost nothing when refused', async () => {
    await expect(make({}, {}, failing(503))).rejects.toMatchObject({ name: 'ProviderError' });

    expect(await entryOf()).toMatchObject({ requests: 1, lost: 0, promptTokens: 0, money: null });
  });

  it('have their expected cost without an answer', async () => {
    await expect(make({}, {}, failing(undefined))).rejects.toMatchObject({ name: 'ProviderError' });

    expect(await entryOf()).toMatchObject({ requests: 1, lost: 1, promptTokens: 900, money: 0.0068 });
    expect((await make()).cost).toMatchObject({ requests: 2, tokens: 2_500 });
  });

  it('are not sent beyond a limit', async () => {
    const terms = { reuse: 'any-run', ceiling: { modelCalls: 10, modelTokens: 1_399, money: null } } as const;

    await expect(make({ terms })).rejects.toMatchObject({ name: 'BudgetReachedError', limit: 'modelTokens' });
    expect(sent).toBe(0);
  });

  it('count the price of searches towards the money limit', async () => {
    const terms = { reuse: 'any-run', ceiling: { modelCalls: 0, modelTokens: 0, money: 0.005 } } as const;
    const search = { kind: 'search', name: 'brave', model: '', terms } as const;
    await make(search);

    await expect(make({ ...search, input: 'another' })).rejects.toMatchObject({ limit: 'money' });
  });

  it('keep an answer that the database cannot store at once', async () => {
    const locked = new Error('database is locked');
    vi.spyOn(calls.store, 'settle').mockRejectedValueOnce(locked).mockRejectedValueOnce(locked);

    expect((await make()).answer).toBe('answer 1');
    expect(sent).toBe(1);
  });

  it('keep an answer as long as the database is away, and its step may take', async () => {
    const away = new DatabaseAwayError('127.0.0.1', new Error('connect ECONNREFUSED'));
    const settle = vi.spyOn(calls.store, 'settle');
    for (let attempt = 0; attempt < 60; attempt += 1) settle.mockRejectedValueOnce(away);

    expect((await make()).answer).toBe('answer 1');
    expect(settle).toHaveBeenCalledTimes(61);
    expect(sent).toBe(1);
  });

  it('fail in the end where the database is there and refuses', async () => {
    const settle = vi.spyOn(calls.store, 'settle').mockRejectedValue(new Error('no such column'));

    await expect(make()).rejects.toThrow('no such column');
    expect(settle).toHaveBeenCalledTimes(6);
  });
});
