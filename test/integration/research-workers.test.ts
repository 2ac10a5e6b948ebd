import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { createResearchWorkers } from '../../workers/assembly/research-workers.ts';
import { loadWorkerConfig } from '../../workers/config/worker-config.ts';
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

function createWorkers(connecting: Promise<NativeConnection>): Promise<readonly Worker[]> {
  const config = { ...loadWorkerConfig({ TEMPORAL_ADDRESS: address }), taskQueue: world.taskQueue };
  return createResearchWorkers(config, {
    connecting,
    namespace: config.temporal.namespace,
    identity: 'test',
    buildId: 'test',
    activities: scriptActivities().activities,
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
