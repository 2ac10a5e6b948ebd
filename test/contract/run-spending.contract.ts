import { expect, it } from 'vitest';
import type { CallKey, Payer } from '../../packages/model/metering/call-store.ts';
import type { TestStore } from './call-store.contract.ts';

const RUN: Payer = { researchId: 'run-1', activityId: '7' };
const SPENT = { promptTokens: 100, completionTokens: 20, money: 0.0025 };

const keyOf = (content: string): CallKey => ({
  kind: 'model',
  name: 'plan-research',
  model: 'small',
  contentHash: content.padEnd(64, '0'),
});

/** How every call store adds up spending; called inside a `describe` of the adapter. */
export function itAddsUpSpending(world: () => TestStore): void {
  it('adds up what a run spent, call by call, as its ledger has it in the end', async () => {
    const { store } = world();
    const unknown = await store.spendingOf('run-1');
    for (const content of ['a', 'b', 'c']) {
      world().wait(1_000);
      await store.reserve(keyOf(content), RUN, { expected: SPENT, ceiling: null });
      await store.settle(keyOf(content), RUN, { answer: 'stored', spent: SPENT });
    }
    await store.reserve(keyOf('a'), { researchId: 'run-2', activityId: '7' }, { expected: SPENT, ceiling: null });
    await store.noteReuse(keyOf('d'), RUN, 'run-2');

    const points = await store.spendingOf('run-1');
    const requests = (await store.ledgerOf('run-1'))?.entries.reduce((sum, entry) => sum + entry.requests, 0);

    expect(unknown).toEqual([]);
    expect(points.map((point) => [point.requests, point.tokens, point.money])).toEqual([
      [1, 120, 0.0025],
      [2, 240, 0.005],
      [3, 360, 0.0075],
    ]);
    expect(points.at(-1)).toMatchObject({ at: world().now(), requests });
  });
}
