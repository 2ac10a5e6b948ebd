import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { ActivityThreads } from '../../workers/activity-threads/activity-threads.ts';
import { createResearchWorkers } from '../../workers/assembly/research-workers.ts';
import { loadWorkerConfig } from '../../workers/config/worker-config.ts';
import { progressQuery } from '../../workflows/deep-research/messages.ts';
import { scriptActivities } from '../support/builders/scripted-activities.ts';
import { loadBuiltWorkflows } from '../support/worlds/built-workflows.ts';
import { createWorkflowWorld, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

const address = inject('temporalAddress');

let world: WorkflowWorld;
let workflowBundle: { readonly code: string };
beforeAll(async () => {
  workflowBundle = await loadBuiltWorkflows();
  world = await createWorkflowWorld(address);
});
afterAll(() => world.close());

function createWorkers(
  connecting: Promise<NativeConnection>,
  activities: NonNullable<WorkerOptions['activities']> = { ...scriptActivities().activities },
): Promise<readonly Worker[]> {
  const config = { ...loadWorkerConfig({ TEMPORAL_ADDRESS: address }), taskQueue: world.taskQueue };
  return createResearchWorkers(config, {
    connecting,
    namespace: config.temporal.namespace,
    identity: 'test',
    buildId: 'test',
    activities,
    workflowBundle,
  });
}

it('starts what runs workflows before the server answers, and serves it then', async () => {
  const threadStarts = vi.spyOn(
    Worker as unknown as { createWorkflowCreator(): Promise<unknown> },
    'createWorkflowCreator',
  );
  const connecting = Promise.withResolvers<NativeConnection>();
  const creating = createWorkers(connecting.promise);
  await expect.poll(() => threadStarts.mock.results.length).toBe(1);
  await threadStarts.mock.results[0]?.value;

  const connection = await NativeConnection.connect({ address });
  connecting.resolve(connection);
  const workers = await creating;
  const result = (async () => (await world.start()).result())();
  await Promise.all(workers.map((worker) => worker.runUntil(result)));

  expect(await result).toMatchObject({ outcome: 'published' });
  await connection.close();
});

it('fails as the connection fails', async () => {
  const refused = new Error('no server here');
  const connecting = Promise.withResolvers<NativeConnection>();
  const creating = createWorkers(connecting.promise);
  connecting.reject(refused);

  await expect(creating).rejects.toBe(refused);
});

/** Longer than a worker may be silent. */
const HELD_MS = 7_000;

it('keeps a step alive that computes for longer than a heartbeat may be late, and serves other runs meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-threads-'));
  const [beganPath, endPath] = [join(folder, 'began'), join(folder, 'end')];
  const entry = new URL('../support/processes/served-bodies.ts', import.meta.url);
  const threads = new ActivityThreads({ entry, data: { beganPath, endPath, heldMs: HELD_MS }, answers: {} });
  const connection = await NativeConnection.connect({ address });
  const workers = await createWorkers(Promise.resolve(connection), threads.activities);
  const order: string[] = [];
  const body = async () => {
    const slow = await world.start({}, { question: 'How slowly does the lamp burn?' });
    const slowResult = slow.result().then(() => order.push('slow'));
    await expect.poll(() => existsSync(beganPath), { timeout: 30_000 }).toBe(true);
    expect(await slow.query(progressQuery)).toMatchObject({ stage: 'clarifying' });
    await (await world.start()).result();
    order.push('other');
    writeFileSync(endPath, '');
    await slowResult;
    return (await slow.fetchHistory()).events ?? [];
  };
  const done = body();
  await Promise.allSettled(workers.map((worker) => worker.runUntil(done)));
  await threads.close();
  await connection.close();
  await rm(folder, { recursive: true });

  const attempts = (await done).flatMap((event) => event.activityTaskStartedEventAttributes?.attempt ?? []);
  expect(order).toEqual(['other', 'slow']);
  expect(new Set(attempts)).toEqual(new Set([1]));
});
