import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bundleWorkflows, PAYLOAD_CONVERTER_PATH } from '../support/worlds/workflow-world.ts';
import { KEPT_HISTORIES } from './kept-histories.ts';

const folder = fileURLToPath(new URL('histories/', import.meta.url));
const shapes = readdirSync(folder).map((name) => name.replace('.json', ''));

/** Histories of runs have no id: nothing in them depends on it. */
const keptSchema = z.looseObject({ workflowId: z.string().optional() });

interface Replayed {
  readonly workflowId: string;
  readonly history: unknown;
}

/** Replays one history after another in one worker: creating a worker takes longer than most replays. */
function createReplayer() {
  const waiting: Replayed[] = [];
  let wake = (): void => undefined;
  async function* histories(): AsyncGenerator<Replayed> {
    for (;;) {
      const next = waiting.shift();
      if (next !== undefined) yield next;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const bundle = bundleWorkflows();
  let results: ReturnType<typeof Worker.runReplayHistories> | undefined;
  return async (json: string): Promise<void> => {
    const { workflowId = 'replayed', ...history } = keptSchema.parse(JSON.parse(json));
    const dataConverter = { payloadConverterPath: PAYLOAD_CONVERTER_PATH };
    results ??= Worker.runReplayHistories({ workflowBundle: await bundle, dataConverter }, histories());
    waiting.push({ workflowId, history: historyFromJSON(history) });
    wake();
    const { value } = await results.next();
    if (value === undefined) throw new Error('The replay has no result.');
    if (value.error !== undefined) throw value.error;
  };
}

const replay = createReplayer();

describe('recorded histories', () => {
  it('exist for every shape that must keep replaying', () => {
    expect(shapes.toSorted()).toEqual(KEPT_HISTORIES.toSorted());
  });

  it.each(shapes)('%s replays without a violation', async (shape) => {
    await expect(replay(readFileSync(`${folder}${shape}.json`, 'utf8'))).resolves.toBeUndefined();
  });
});

describe('a doctored history', () => {
  it('is caught: it schedules an activity that the workflow does not request', async () => {
    const honest = readFileSync(`${folder}happy.json`, 'utf8');
    const doctored = honest.replace(/"name":\s*"planResearch"/, '"name":"planSomethingElse"');
    expect(doctored).not.toBe(honest);

    await expect(replay(doctored)).rejects.toThrow(DeterminismViolationError);
  });
});

const TIMED_OUT = { message: 'activity Heartbeat timeout', source: 'Server' };
const SILENCE = { ...TIMED_OUT, timeoutFailureInfo: { timeoutType: 'TIMEOUT_TYPE_HEARTBEAT' } };
const TOO_LATE = { ...TIMED_OUT, timeoutFailureInfo: { timeoutType: 'TIMEOUT_TYPE_SCHEDULE_TO_CLOSE' } };
const TOO_SLOW = { ...TIMED_OUT, timeoutFailureInfo: { timeoutType: 'TIMEOUT_TYPE_START_TO_CLOSE' } };

const eventSchema = z.looseObject({
  activityTaskFailedEventAttributes: z
    .looseObject({ failure: z.looseObject({ applicationFailureInfo: z.looseObject({ type: z.string().optional() }) }) })
    .optional(),
});
const eventsSchema = z.looseObject({ events: z.array(eventSchema) });

/** The recorded outage of a model, as if something else had ended these calls. A run that waits does the same for both. */
function endedOtherwise(failure: object): string {
  const history = eventsSchema.parse(JSON.parse(readFileSync(`${folder}outage.json`, 'utf8')));
  const events = history.events.map((event) => {
    const { activityTaskFailedEventAttributes: failed, ...others } = event;
    if (failed?.failure.applicationFailureInfo.type !== 'ModelUnavailable') return event;
    const { scheduledEventId, startedEventId } = failed;
    const retryState = 'RETRY_STATE_MAXIMUM_ATTEMPTS_REACHED';
    return {
      ...others,
      eventType: 'EVENT_TYPE_ACTIVITY_TASK_TIMED_OUT',
      activityTaskTimedOutEventAttributes: { failure, scheduledEventId, startedEventId, retryState },
    };
  });
  return JSON.stringify({ ...history, events });
}

describe('calls whose attempts were all lost', () => {
  it.each([
    ['to silence: heartbeats stopped', SILENCE],
    ['to silence, until no time was left for another', { ...TOO_LATE, cause: SILENCE }],
    ['to absence: no worker took them', TOO_LATE],
  ])('%s, are made again after a wait, and the run publishes', async (_, failure) => {
    await expect(replay(endedOtherwise(failure))).resolves.toBeUndefined();
  });

  it.each([
    ['each took longer than it may', TOO_SLOW],
    ['the last took too long', { ...TOO_LATE, cause: TOO_SLOW }],
    ['the last failed by itself', { ...TOO_LATE, cause: { message: 'odd', applicationFailureInfo: { type: 'Odd' } } }],
  ])('for a reason of their own are not waited for: %s', async (_, failure) => {
    await expect(replay(endedOtherwise(failure))).rejects.toThrow(DeterminismViolationError);
  });
});
