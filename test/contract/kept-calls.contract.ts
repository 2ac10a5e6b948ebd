import type { PaidCallKind } from '@plumbline/contracts/common/metering';
import { expect, it } from 'vitest';
import type { Payer, Spent } from '../../packages/model/metering/call-store.ts';
import { keyOf, type TestStore } from './call-store.contract.ts';

const RUN: Payer = { researchId: 'run-1', activityId: '7' };
const FORK: Payer = { researchId: 'run-2', activityId: '7' };
const SPENT: Spent = { promptTokens: 100, completionTokens: 20, money: 0.0025 };

const KEY = keyOf('a');

const keptEntry = (kind: PaidCallKind, name: string, model: string, reused: number) => ({
  kind,
  name,
  model,
  requests: 0,
  lost: 0,
  reused,
  promptTokens: 0,
  completionTokens: 0,
  money: null,
});

/** What forks need of a call store; called inside a `describe` of the adapter. */
export function itKeepsCallsForForks(world: () => TestStore): void {
  const reserve = (key = KEY, payer = RUN) => world().store.reserve(key, payer, { expected: SPENT, ceiling: null });
  const settle = (answer: unknown, key = KEY, payer = RUN) =>
    world().store.settle(key, payer, { answer, spent: SPENT });

  it('gives a fork the answers of its forebears like its own, the nearest first, and never those of others', async () => {
    for (const researchId of ['run-1', 'parent', 'stranger']) {
      const payer = { researchId, activityId: '1' };
      await reserve(KEY, payer);
      await settle(`of ${researchId}`, KEY, payer);
      world().wait(1_000);
    }
    const findOfFork = (forebears: readonly string[]) =>
      world().store.findAnswer(KEY, {
        researchId: FORK.researchId,
        reuse: 'own-run',
        notBefore: world().now(),
        forebears,
      });

    expect(await findOfFork(['parent', 'run-1'])).toMatchObject({ answer: 'of parent', researchId: 'parent' });
    expect(await findOfFork(['run-1', 'parent'])).toMatchObject({ answer: 'of run-1' });
    expect(await findOfFork([])).toBeNull();
    await reserve(KEY, FORK);
    await settle('its own', KEY, FORK);
    expect(await findOfFork(['parent', 'run-1'])).toMatchObject({ answer: 'its own' });
  });

  it('notes what a run had answered until a time as kept: once, at no cost, with the run that asked', async () => {
    await reserve();
    await settle('first');
    await world().store.noteReuse(keyOf('b'), RUN, 'run-0');
    await reserve(keyOf('c', 'page', 'a.example'));
    await settle('a page', keyOf('c', 'page', 'a.example'));
    await reserve(keyOf('under way', 'page', 'b.example'));
    const until = world().now();
    world().wait(1_000);
    await reserve(keyOf('d'));
    await settle('too late', keyOf('d'));

    await world().store.noteKept(FORK, 'run-1', until);
    await world().store.noteKept(FORK, 'run-1', until);

    expect(await world().store.ledgerOf('run-2')).toEqual({
      entries: [keptEntry('model', 'plan-research', 'small', 2), keptEntry('page', 'a.example', '', 1)],
      reusedFrom: [
        { researchId: 'run-0', answers: 1 },
        { researchId: 'run-1', answers: 2 },
      ],
    });
  });
}
