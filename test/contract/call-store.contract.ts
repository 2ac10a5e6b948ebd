import type { PaidCallKind, SpendingCeiling } from '@plumbline/contracts/common/metering';
import { expect, it } from 'vitest';
import type { AnswerQuery, CallKey, CallStore, Payer, Spent } from '../../packages/model/metering/call-store.ts';

/** A store over an empty database, on a clock that the test moves on. */
export interface TestStore {
  readonly store: CallStore;
  /** Another process's view of the same database. */
  openAnother(): CallStore;
  wait(milliseconds: number): void;
  /** ISO 8601. */
  now(): string;
}

const RUN: Payer = { researchId: 'run-1', activityId: '7' };
const OTHER: Payer = { researchId: 'run-2', activityId: '7' };
const SPENT: Spent = { promptTokens: 100, completionTokens: 20, money: 0.0025 };
const EXPECTED: Spent = { promptTokens: 90, completionTokens: 50, money: 0.003 };
const DISTANT_PAST = '1970-01-01T00:00:00.000Z';
const NO_CEILING: SpendingCeiling = { modelCalls: 1_000, modelTokens: 1_000_000, money: null };

export const keyOf = (content: string, kind: PaidCallKind = 'model', name = 'plan-research'): CallKey => ({
  kind,
  name,
  model: kind === 'model' ? 'small' : '',
  contentHash: content.padEnd(64, '0'),
});
const KEY = keyOf('a');
const queryOf = (payer: Payer, changes: Partial<AnswerQuery> = {}): AnswerQuery => ({
  researchId: payer.researchId,
  reuse: 'any-run',
  notBefore: DISTANT_PAST,
  ...changes,
});

/** Behaviour that every call store shows; called inside a `describe` of the adapter. */
export function itRemembersCalls(world: () => TestStore): void {
  const store = (): CallStore => world().store;
  const reserve = (key = KEY, payer = RUN, ceiling: SpendingCeiling | null = null, expected = EXPECTED) =>
    store().reserve(key, payer, { expected, ceiling });
  const settle = (answer: unknown, key = KEY, payer = RUN, spent = SPENT) =>
    store().settle(key, payer, { answer, spent });
  const find = (payer: Payer, changes: Partial<AnswerQuery> = {}) => store().findAnswer(KEY, queryOf(payer, changes));
  const entriesOf = async (researchId: string) => (await store().ledgerOf(researchId))?.entries;

  it('has no answer and no ledger for an unknown run', async () => {
    expect([await find(RUN), await store().ledgerOf('run-1')]).toEqual([null, null]);
  });

  it('returns an answer unchanged, with its cost', async () => {
    const answer = { text: 'Grüße 😀 \u0000 \uD800', numbers: [1, 2.5, null], deep: { ok: true } };
    await reserve();

    expect(await settle(answer)).toEqual({ requests: 1, tokens: 120, money: 0.0025 });
    expect(await find(RUN)).toEqual({ answer, researchId: 'run-1', storedAt: world().now() });
  });

  it('gives an answer to other runs until it expires, and to its own run always', async () => {
    await reserve();
    await settle('stored');
    world().wait(1);
    const later = world().now();

    expect(await find(OTHER)).toMatchObject({ answer: 'stored' });
    expect(await find(OTHER, { notBefore: later })).toBeNull();
    expect(await find(OTHER, { reuse: 'own-run' })).toBeNull();
    expect(await find(RUN, { reuse: 'own-run', notBefore: later })).toMatchObject({ answer: 'stored' });
  });

  it('prefers an answer of the same run, then the newest of another run', async () => {
    for (const researchId of ['run-1', 'run-2', 'run-3']) {
      await reserve(KEY, { researchId, activityId: '1' });
      await settle(researchId, KEY, { researchId, activityId: '1' });
      world().wait(1);
    }

    expect(await find(RUN)).toMatchObject({ answer: 'run-1' });
    expect(await find({ researchId: 'run-4', activityId: '1' })).toMatchObject({ answer: 'run-3' });
  });

  it('keeps the first answer of a run, and counts nothing twice', async () => {
    await reserve();
    await settle('first');

    expect(await settle('second')).toEqual({ requests: 1, tokens: 120, money: 0.0025 });
    expect(await find(RUN)).toMatchObject({ answer: 'first' });
  });

  it('replaces an answer only after the run forgot the old one', async () => {
    await reserve();
    await settle('old');
    await store().forgetAnswer(KEY, 'run-1');
    expect(await find(RUN)).toBeNull();

    await reserve();
    await settle('new');

    expect(await find(RUN)).toMatchObject({ answer: 'new' });
  });

  it('counts a request that was never settled as lost when its activity asks again', async () => {
    await reserve();
    await reserve();

    expect(await settle('late')).toEqual({ requests: 2, tokens: 260, money: 0.0055 });
    expect(await entriesOf('run-1')).toMatchObject([{ requests: 2, lost: 1, promptTokens: 190, completionTokens: 70 }]);
  });

  it('counts the expected cost of a request in flight', async () => {
    await reserve();

    expect(await entriesOf('run-1')).toMatchObject([{ requests: 1, lost: 0, promptTokens: 90, money: 0.003 }]);
  });

  it('counts a refused request without cost, and an unanswered one with its expected cost', async () => {
    await reserve();
    await store().fail(KEY, RUN, 'refused');
    expect(await entriesOf('run-1')).toMatchObject([{ requests: 1, lost: 0, promptTokens: 0, money: null }]);

    await reserve();
    await store().fail(KEY, RUN, 'unanswered');
    await store().fail(KEY, RUN, 'unanswered');
    expect(await entriesOf('run-1')).toMatchObject([{ requests: 2, lost: 1, promptTokens: 90, money: 0.003 }]);
  });

  it('counts reuse, and the source of the answer', async () => {
    await reserve();
    await settle('stored');

    expect(await store().noteReuse(KEY, OTHER, 'run-1')).toEqual({ requests: 0, tokens: 0, money: undefined });
    expect(await store().noteReuse(KEY, RUN, 'run-1')).toEqual({ requests: 1, tokens: 120, money: 0.0025 });
    expect(await store().ledgerOf('run-2')).toMatchObject({
      entries: [{ requests: 0, reused: 1 }],
      reusedFrom: [{ researchId: 'run-1', answers: 1 }],
    });
    expect(await store().ledgerOf('run-1')).toMatchObject({ entries: [{ requests: 1, reused: 1 }], reusedFrom: [] });
  });

  it('adds a run up by kind, name and model, in alphabetical order', async () => {
    const calls = [keyOf('1'), keyOf('2'), keyOf('3', 'model', 'assess-clarity'), keyOf('4', 'page', 'a.example')];
    for (const key of [...calls, keyOf('5', 'search', 'Zeta'), keyOf('6', 'search', 'alpha')]) {
      await reserve(key);
      await settle('answer', key, RUN, key.kind === 'page' ? { ...SPENT, money: null } : SPENT);
    }

    expect((await entriesOf('run-1'))?.map(({ kind, name, requests, money }) => [kind, name, requests, money])).toEqual(
      [
        ['model', 'assess-clarity', 1, 0.0025],
        ['model', 'plan-research', 2, 0.005],
        ['page', 'a.example', 1, null],
        ['search', 'Zeta', 1, 0.0025],
        ['search', 'alpha', 1, 0.0025],
      ],
    );
  });

  it.each([
    { limit: 'modelCalls', ceiling: { ...NO_CEILING, modelCalls: 1 }, allowed: { ...NO_CEILING, modelCalls: 2 } },
    {
      limit: 'modelTokens',
      ceiling: { ...NO_CEILING, modelTokens: 259 },
      allowed: { ...NO_CEILING, modelTokens: 260 },
    },
    { limit: 'money', ceiling: { ...NO_CEILING, money: 0.0054 }, allowed: { ...NO_CEILING, money: 0.0055 } },
  ])('refuses a request beyond the limit on $limit, and records nothing', async ({ limit, ceiling, allowed }) => {
    await reserve(keyOf('before'));
    await settle('answer', keyOf('before'));

    await expect(reserve(KEY, RUN, ceiling)).rejects.toMatchObject({ name: 'BudgetReachedError', limit });
    expect(await entriesOf('run-1')).toMatchObject([{ requests: 1 }]);
    await expect(reserve(KEY, RUN, allowed)).resolves.toBeUndefined();
  });

  it('lets searches and pages pass the limits of the model', async () => {
    const ceiling = { modelCalls: 0, modelTokens: 0, money: null };

    await expect(reserve(keyOf('s', 'search'), RUN, ceiling)).resolves.toBeUndefined();
  });

  it('never exceeds a limit, even with concurrent requests of several processes', async () => {
    const stores = [store(), world().openAnother()];
    const ceiling = { ...NO_CEILING, modelCalls: 25 };
    const asking = stores.flatMap((each, place) =>
      Array.from({ length: 20 }, (_, index) => {
        const payer = { researchId: 'run-1', activityId: `${place} ${index}` };
        return each.reserve(keyOf(String(index)), payer, { expected: EXPECTED, ceiling });
      }),
    );

    const outcomes = await Promise.allSettled(asking);

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(25);
    expect(await entriesOf('run-1')).toMatchObject([{ requests: 25 }]);
  });

  it('can be opened concurrently and repeatedly', async () => {
    const stores = Array.from({ length: 4 }, () => world().openAnother());

    await Promise.all(
      stores.map((each, index) =>
        each
          .reserve(keyOf(String(index)), RUN, { expected: EXPECTED, ceiling: null })
          .then(() => each.ledgerOf('run-1')),
      ),
    );

    expect(await entriesOf('run-1')).toMatchObject([{ requests: 4 }]);
  });

  it('deletes answers of runs, or a run with its ledger as well, and nothing of others', async () => {
    for (const payer of [RUN, OTHER]) {
      await reserve(KEY, payer);
      await settle(payer.researchId, KEY, payer);
    }

    expect(await store().deleteAnswersOf([])).toBe(0);
    expect(await store().deleteAnswersOf(['run-1', 'unknown'])).toBe(1);
    expect(await find(RUN)).toMatchObject({ answer: 'run-2' });
    expect(await store().deleteRun('run-1')).toBe(1);
    expect(await store().ledgerOf('run-1')).toBeNull();
    expect(await find(RUN)).toMatchObject({ answer: 'run-2' });
    expect(await entriesOf('run-2')).toHaveLength(1);
  });

  it('knows the ids under which a session and its answers paid, and those of no other', async () => {
    const ids = ["a_%'b", "a_%'b:1", "a_%'b:12", "a_%'b:1:2", "a_%'b:x", "aX%'b:1", "A_%'B:1", "a_%'bc:1"];
    for (const researchId of ids) await reserve(KEY, { researchId, activityId: '1' });
    await settle('paid', KEY, { researchId: "a_%'b:3", activityId: '1' });

    expect(await store().payersOf("a_%'b")).toEqual(["a_%'b", "a_%'b:1", "a_%'b:12", "a_%'b:3"]);
    expect(await store().payersOf('unknown')).toEqual([]);
  });

  it('counts, then deletes old answers, except those of kept runs', async () => {
    for (const researchId of ['run-1', 'run-2']) {
      await reserve(KEY, { researchId, activityId: '1' });
      await settle('müde', KEY, { researchId, activityId: '1' });
    }
    world().wait(1);
    const old = { answers: 1, bytes: Buffer.byteLength('"müde"') };

    expect(await store().deleteAnswers(world().now(), ['run-2'], false)).toEqual(old);
    expect(await store().deleteAnswers(world().now(), ['run-2'], true)).toEqual(old);
    expect(await store().deleteAnswers(world().now(), [], false)).toEqual(old);
    expect(await find(RUN)).toMatchObject({ researchId: 'run-2' });
    expect(await entriesOf('run-1')).toHaveLength(1);
  });
}
