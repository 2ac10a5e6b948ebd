import { openSqliteState } from '@plumbline/storage/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStateStores } from '../../workers/assembly/state-stores.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { researchProgress } from '../support/builders/run-views.ts';
import { placeIn, runsIn } from '../support/builders/stored-records.ts';
import { sweepEverything } from '../support/builders/sweep-everything.ts';

const WEEK_MS = 604_800_000;
const KEY = { kind: 'model', name: 'plan-research', model: 'small', contentHash: 'a'.repeat(64) } as const;
const SPENT = { promptTokens: 1, completionTokens: 1, money: null };

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let state: ReturnType<typeof createStateStores>;

beforeEach(async () => {
  home = await temporaryFolder();
  state = createStateStores(openSqliteState(home.path), placeIn(home.path));
});
afterEach(async () => {
  await state.close();
  await home.dispose();
});

async function answerOf(researchId: string): Promise<void> {
  const payer = { researchId, activityId: '1' };
  await state.calls.reserve(KEY, payer, { expected: SPENT, ceiling: null });
  await state.calls.settle(KEY, payer, { answer: researchId, spent: SPENT });
}

describe('sweeping expired answers', () => {
  it.each([
    { stage: 'researching', kept: ['parent', 'grandparent'] },
    { stage: 'published', kept: [] },
  ] as const)('keeps those that a fork may use while it is $stage: $kept', async ({ stage, kept }) => {
    for (const researchId of ['parent', 'grandparent', 'stranger']) await answerOf(researchId);
    const forkedFrom = { researchId: 'parent', from: 'plan' as const, changes: [], ancestors: ['grandparent'] };
    await runsIn(home.path).saveProgress(researchProgress({ researchId: 'fork', stage, forkedFrom }));

    await sweepEverything(home.path, { state, now: new Date(Date.now() + WEEK_MS) });

    const left = await Promise.all(
      ['parent', 'grandparent', 'stranger'].map((researchId) =>
        state.calls.findAnswer(KEY, { researchId, reuse: 'own-run', notBefore: '' }),
      ),
    );
    expect(left.flatMap((answer) => answer?.researchId ?? [])).toEqual(kept);
  });
});
