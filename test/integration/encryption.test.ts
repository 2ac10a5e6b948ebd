import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvePlanSignal, progressQuery } from '../../workflows/deep-research/messages.ts';
import { scriptActivities } from '../support/builders/scripted-activities.ts';
import { waitUntil } from '../support/processes/processes.ts';
import { createEncryptedWorld, type EncryptedWorld, keyFor } from '../support/worlds/encrypted-world.ts';
import type { DeepResearchHandle } from '../support/worlds/workflow-world.ts';

const KEY = keyFor('current');
const OLDER_KEY = keyFor('older');

let world: EncryptedWorld;
beforeAll(async () => {
  world = await createEncryptedWorld();
});
afterAll(() => world.close());

/** Activities whose answers, and first failures, carry a word that can be looked for. */
function speaking(word: string) {
  const { activities } = scriptActivities();
  const failed = new Set<string>();
  return scriptActivities({
    planResearch: async (input) => {
      if (!failed.has(word)) {
        failed.add(word);
        throw new Error(`${word}-failure`, { cause: new Error(`${word}-cause`) });
      }
      return activities.planResearch(input);
    },
    summarizeTask: async (input) => {
      return { ...(await activities.summarizeTask(input)), summary: `${word}-answer` };
    },
    publishReport: async () => {
      throw ApplicationFailure.nonRetryable(`${word}-end`, 'Planted', `${word}-detail`);
    },
  });
}

/** How often the server has written down that a workflow task failed. */
async function failedTasksOf(handle: DeepResearchHandle): Promise<number> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).filter((event) => event.workflowTaskFailedEventAttributes).length;
}

describe('payload encryption', () => {
  it('hides all words of question, answers and failures from the server, unlike a run without a key', async () => {
    for (const [word, keys] of [
      ['plumword', []],
      ['cipherword', [KEY]],
    ] as const) {
      const handle = await world.start(keys, `What is the ${word}-question?`);
      const end = world.withWorkers(keys, speaking(word), () => handle.result());
      // The run fails on purpose: its failure carries words too, which the key makes readable.
      await expect(end).rejects.toMatchObject({ cause: { message: `${word}-end` } });
    }

    const stored = await world.readStored();
    const found = [...new Set(stored.match(/(?:plumword|cipherword)-[a-z]+/g))];
    // A page of the database may end within a word.
    const whole = found.filter((word) => !found.some((other) => other !== word && other.startsWith(word)));

    expect(whole.sort()).toEqual(
      ['answer', 'cause', 'detail', 'end', 'failure', 'question'].map((part) => `plumword-${part}`),
    );
  });

  it('makes a run wait whose worker has no key, and completes it once the key is set', async () => {
    const handle = await world.start([KEY], 'How long does the lamp burn?');
    await world.withWorkers([], scriptActivities(), () => waitUntil(async () => (await failedTasksOf(handle)) > 0));
    await world.withWorkers([OLDER_KEY], scriptActivities(), async () => {
      await waitUntil(async () => ((await handle.describe()).raw.pendingWorkflowTask?.attempt ?? 0) > 2);
    });

    const result = await world.withWorkers([KEY], scriptActivities(), () => handle.result());

    expect(result).toMatchObject({ outcome: 'published', answered: true });
  });

  it('makes an activity wait whose worker has no key', async () => {
    const handle = await world.start([KEY], 'How long does the lamp burn?');
    const pending = async () => (await handle.describe()).raw.pendingActivities?.find(({ lastFailure }) => lastFailure);

    await world.withWorkers(
      [KEY],
      scriptActivities(),
      () => waitUntil(async () => (await pending()) !== undefined),
      [],
    );

    const { lastFailure, nextAttemptScheduleTime } = (await pending()) ?? {};
    expect(lastFailure?.applicationFailureInfo).toMatchObject({ type: 'EncryptionKeyMissing', nonRetryable: false });
    expect(nextAttemptScheduleTime).not.toBeNull();
    await handle.terminate();
  });

  it('continues a run from before the first key', async () => {
    const handle = await world.start([], 'How long does the lamp burn?', { approvePlan: true });
    await world.withWorkers([], scriptActivities(), () =>
      waitUntil(async () => (await handle.query(progressQuery)).planToApprove !== null),
    );

    const withKey = world.handle([KEY], handle.workflowId);
    const result = await world.withWorkers([KEY], scriptActivities(), async () => {
      await withKey.signal(approvePlanSignal, {});
      return withKey.result();
    });

    expect(result).toMatchObject({ outcome: 'published', answered: true });
  });

  it('continues a run of an older key after a newer one was added in front', async () => {
    const handle = await world.start([OLDER_KEY], 'How long does the lamp burn?', { approvePlan: true });
    await world.withWorkers([OLDER_KEY], scriptActivities(), () =>
      waitUntil(async () => (await handle.query(progressQuery)).planToApprove !== null),
    );

    const rotated = world.handle([KEY, OLDER_KEY], handle.workflowId);
    const result = await world.withWorkers([KEY, OLDER_KEY], scriptActivities(), async () => {
      await rotated.signal(approvePlanSignal, {});
      return rotated.result();
    });

    expect(result).toMatchObject({ outcome: 'published', answered: true });
    await expect(handle.result()).rejects.toThrow('the key "current", which is missing here');
  });

  it('lists runs with a missing key among the others, without their questions', async () => {
    const [open, closed] = [
      await world.start([], 'Who cleans the glass?'),
      await world.start([KEY], 'Who has the key?'),
    ];
    const questions = async (keys: readonly (typeof KEY)[]) => {
      const listed = await world.list(keys);
      return [open, closed].map(({ workflowId }) => listed.find((run) => run.researchId === workflowId)?.question);
    };

    // What was just started is listed a moment later.
    await waitUntil(async () => (await questions([KEY])).join() === 'Who cleans the glass?,Who has the key?');

    expect(await questions([])).toEqual(['Who cleans the glass?', '']);
    await Promise.all([open.terminate(), closed.terminate()]);
  });
});
