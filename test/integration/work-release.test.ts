import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import proto from '@temporalio/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { releaseWorkOfEndedWorkers } from '../../workers/supervisor/work-release.ts';
import { formatIdentity } from '../../workers/temporal/worker-identity.ts';
import { waitUntil } from '../support/processes/processes.ts';

const { COMMAND_TYPE_SCHEDULE_ACTIVITY_TASK } = proto.temporal.api.enums.v1.CommandType;
const { PENDING_ACTIVITY_STATE_STARTED } = proto.temporal.api.enums.v1.PendingActivityState;
const { TASK_QUEUE_KIND_STICKY } = proto.temporal.api.enums.v1.TaskQueueKind;

const namespace = 'default';
const living = formatIdentity({ host: hostname(), pid: process.pid, buildId: '0123456789ab', storeId: '4bf2aa01' });
const elsewhere = formatIdentity({ host: 'another-machine', pid: 1, buildId: '0123456789ab', storeId: '4bf2aa01' });
let gone: string;

let connection: Connection;
let taskQueue: string;
beforeAll(async () => {
  connection = await Connection.connect({ address: inject('temporalAddress'), connectTimeout: 120_000 });
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(ended, 'exit');
  gone = formatIdentity({ host: hostname(), pid: ended.pid ?? 0, buildId: '0123456789ab', storeId: '4bf2aa01' });
});
afterAll(() => connection.close());
beforeEach(() => {
  taskQueue = `release-${randomUUID().slice(0, 8)}`;
});

/** A run whose first workflow task asked for these activities; the worker that took it keeps the run in its own queue. */
async function startRun(...activityIds: readonly string[]) {
  const { workflowService } = connection;
  const workflowId = `released-${randomUUID()}`;
  const { runId } = await workflowService.startWorkflowExecution({
    namespace,
    workflowId,
    requestId: randomUUID(),
    workflowType: { name: 'scripted by the test' },
    taskQueue: { name: taskQueue },
  });
  const { taskToken } = await poll(() =>
    workflowService.pollWorkflowTaskQueue({ namespace, taskQueue: { name: taskQueue } }),
  );
  await workflowService.respondWorkflowTaskCompleted({
    namespace,
    taskToken,
    stickyAttributes: {
      workerTaskQueue: { name: `${taskQueue}-own`, kind: TASK_QUEUE_KIND_STICKY, normalName: taskQueue },
      scheduleToStartTimeout: msToTs(3_600_000),
    },
    commands: activityIds.map((activityId) => ({
      commandType: COMMAND_TYPE_SCHEDULE_ACTIVITY_TASK,
      scheduleActivityTaskCommandAttributes: {
        activityId,
        activityType: { name: 'searchFolder' },
        taskQueue: { name: taskQueue },
        startToCloseTimeout: msToTs(3_600_000),
      },
    })),
  });
  return { workflowId, runId };
}

/** The server insists on a deadline for requests that wait for work. */
const poll = <Task>(request: () => Promise<Task>): Promise<Task> =>
  connection.withDeadline(Date.now() + 60_000, request);

/** Takes the next activity of the queue as a worker of this identity does. */
const take = (identity: string) =>
  poll(() => connection.workflowService.pollActivityTaskQueue({ namespace, taskQueue: { name: taskQueue }, identity }));

const wake = (run: { workflowId: string; runId: string }) =>
  connection.workflowService.signalWorkflowExecution({ namespace, workflowExecution: run, signalName: 'wake' });

/** Activities that a worker holds, by id. */
async function started(execution: { workflowId: string; runId: string }): Promise<string[]> {
  const { pendingActivities } = await connection.workflowService.describeWorkflowExecution({ namespace, execution });
  const underWay = pendingActivities.filter(({ state }) => state === PENDING_ACTIVITY_STATE_STARTED);
  return underWay.map(({ activityId }) => activityId ?? '').sort();
}

/** Lists lag a moment behind. */
async function release(runs = 1): Promise<void> {
  const query = `TaskQueue = '${taskQueue}'`;
  const listed = () => connection.workflowService.listWorkflowExecutions({ namespace, query });
  await waitUntil(async () => (await listed()).executions.length === runs);
  const { signal } = new AbortController();
  await releaseWorkOfEndedWorkers({ address: inject('temporalAddress'), namespace, taskQueue, signal });
}

describe('release of the work of ended workers', () => {
  it('fails the activities of a worker whose process has ended with the retryable type WorkerEnded', async () => {
    const run = await startRun('one');
    await take(gone);

    await release();

    const { pendingActivities } = await connection.workflowService.describeWorkflowExecution({
      namespace,
      execution: run,
    });
    expect(pendingActivities).toMatchObject([
      { activityId: 'one', attempt: 2, lastFailure: { applicationFailureInfo: { type: 'WorkerEnded' } } },
    ]);
  });

  it('does not touch the work of a living process, another machine or another project', async () => {
    const run = await startRun('one', 'two', 'three', 'four');
    const taken = [await take(living), await take(elsewhere), await take('4711@somewhere'), await take(gone)];

    await release();

    const untouched = taken.slice(0, 3).map(({ activityId }) => activityId);
    expect(await started(run)).toEqual(untouched.sort());
  });

  it('refuses the late completion of a released attempt', async () => {
    const run = await startRun('one');
    const { taskToken } = await take(gone);
    await release();
    await take(living);

    const late = connection.workflowService.respondActivityTaskCompleted({ namespace, taskToken });

    await expect(late).rejects.toThrow(/not found|invalid activity/i);
    expect(await started(run)).toEqual(['one']);
  });

  it('offers the next workflow task to every worker, not only to the ended one', async () => {
    const run = await startRun('one');
    await release();

    await wake(run);

    const { history } = await connection.workflowService.getWorkflowExecutionHistory({ namespace, execution: run });
    const scheduled = history?.events?.flatMap((event) => event.workflowTaskScheduledEventAttributes ?? []);
    expect(scheduled?.at(-1)?.taskQueue?.name).toBe(taskQueue);
  });

  it('reaches every run, also beyond one page', async () => {
    const runs = [];
    for (let index = 0; index < 60; index++) {
      runs.push(await startRun('one'));
      await take(gone);
    }

    await release(runs.length);

    expect((await Promise.all(runs.map(started))).flat()).toEqual([]);
  });
});
