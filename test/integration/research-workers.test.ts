import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type QueueStore, queueStoreIdOf } from '@plumbline/contracts/common/task-queues';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { findReport } from '../../client/runs/find-report.ts';
import { createResearchClient } from '../../client/runs/research-client.ts';
import { ActivityThreads } from '../../workers/activity-threads/activity-threads.ts';
import { createResearchWorkers } from '../../workers/assembly/research-workers.ts';
import { loadWorkerConfig } from '../../workers/config/worker-config.ts';
import { loadStoreId } from '../../workers/home/store-id.ts';
import { WORKER_ENTRY } from '../../workers/supervisor/worker-program.ts';
import { claimQueue, readQueueStore } from '../../workers/temporal/queue-store.ts';
import { progressQuery } from '../../workflows/deep-research/messages.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { scriptActivities } from '../support/builders/scripted-activities.ts';
import { runsIn } from '../support/builders/stored-records.ts';
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
    await expect.poll(() => existsSync(beganPath)).toBe(true);
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

describe('a task queue', () => {
  const storeOf = (storeId: string, databaseId: string | null = null): QueueStore => ({
    storeId,
    databaseId,
    bucket: null,
    place: { home: `/srv/${storeId}`, host: 'rack' },
  });
  const own = storeOf('4bf2aa01');
  const fresh = () => `shared-${randomUUID().slice(0, 8)}`;
  const serving = { host: 'rack', pid: 42, buildId: '0123456789ab', storeId: '4bf2aa01' };
  const claim = (queue: string, store: QueueStore) => claimQueue(world.client, queue, store, async () => [serving]);

  it('goes to one of six stores whose workers start at once, and stays with it', async () => {
    const queue = fresh();
    const stores = Array.from({ length: 6 }, (_, index) => storeOf(`0000000${index}`));

    const outcomes = await Promise.allSettled(stores.map((store) => claim(queue, store)));

    const winner = stores.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    expect(winner).toHaveLength(1);
    expect(await readQueueStore(world.client, queue)).toEqual(winner[0]);
    const again = await Promise.allSettled(stores.map((store) => claim(queue, store)));
    expect(again.map(({ status }) => status)).toEqual(outcomes.map(({ status }) => status));
  });

  it.each([
    {
      store: storeOf('99ee1122'),
      says: ['4bf2aa01 (/srv/4bf2aa01 on rack)', 'process 42 on rack', '99ee1122 (/srv/99ee1122'],
    },
    {
      store: storeOf('4bf2aa01', 'd0d0d0d0'),
      says: ['in the home', 'PostgreSQL database d0d0d0d0', 'PLUMBLINE_DATABASE_URL'],
    },
    {
      store: storeOf('99ee1122', 'd0d0d0d0'),
      says: ['belongs to another store', 'PLUMBLINE_TASK_QUEUE', 'PLUMBLINE_HOME'],
    },
  ])('refuses the store $store.storeId with the database $store.databaseId', async ({ store, says }) => {
    const queue = fresh();
    await claim(queue, own);
    await claim(queue, own);

    const message = await claim(queue, store).catch(String);

    for (const words of says) expect(message).toContain(words);
  });

  it('that is named after another store needs no claim to be refused', async () => {
    await expect(claim('plumbline-4bf2aa01', storeOf('99ee1122'))).rejects.toThrow(
      'belongs to another store: 4bf2aa01',
    );
    expect(await readQueueStore(world.client, 'plumbline-4bf2aa01')).toMatchObject({
      storeId: '4bf2aa01',
      place: null,
    });
  });

  it('that was released goes to the next store', async () => {
    const queue = fresh();
    await claim(queue, own);
    await world.client.workflow.getHandle(queueStoreIdOf(queue)).terminate();

    await claim(queue, storeOf('99ee1122'));

    expect(await readQueueStore(world.client, queue)).toMatchObject({ storeId: '99ee1122' });
  });

  it('is refused by the program of a worker with another home, which then ends', async () => {
    const home = await temporaryFolder();
    const queue = fresh();
    await claim(queue, own);

    const { status, stderr } = await runWorkerProgram({
      PLUMBLINE_HOME: home.path,
      PLUMBLINE_TASK_QUEUE: queue,
      TEMPORAL_ADDRESS: address,
    });

    expect(status).toBe(3);
    expect(stderr).toContain(`The task queue ${queue} belongs to another store: 4bf2aa01`);
    expect(stderr).toContain(`This worker has the store ${loadStoreId(home.path)} (${home.path} on ${hostname()})`);
    await home.dispose();
  });

  it('tells a client with another home where its reports are, and shows no part of one', async () => {
    const home = await temporaryFolder();
    const research = createResearchClient({
      client: world.client,
      listing: world.client,
      taskQueue: world.taskQueue,
      tenant: null,
      hidesQuestions: false,
      environment: { PLUMBLINE_HOME: home.path },
      store: async () => runsIn(home.path),
    });
    const { workflowId } = await world.withWorkers(scriptActivities(), async () => {
      const handle = await world.start();
      await handle.result();
      return handle;
    });
    await claim(world.taskQueue, { ...own, storeId: world.taskQueue.slice('plumbline-'.length) });
    const context = {
      tools: async () => ({ runs: runsIn(home.path) }),
      locate: (id: string) => research.locate(id),
    };

    await expect(findReport(context, workflowId)).rejects.toMatchObject({
      name: 'OtherStoreError',
      message: expect.stringMatching(/elsewhere: the worker of the task queue \S+ has another store/) as string,
      remedy: expect.stringContaining('PLUMBLINE_HOME=/srv/4bf2aa01') as string,
    });
    await expect(research.partialReport(workflowId)).rejects.toThrow('the run is over');
    await home.dispose();
  });
});

/** As `npx plumbline worker` starts it. */
async function runWorkerProgram(environment: NodeJS.ProcessEnv): Promise<{ status: number | null; stderr: string }> {
  const child = spawn(process.execPath, [WORKER_ENTRY], { env: { ...process.env, ...environment } });
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stderr };
}
