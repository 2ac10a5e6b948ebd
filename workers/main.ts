import type { Worker } from '@temporalio/worker';
import { createResearchWorkers } from './assembly/research-workers.ts';
import { loadBuildId } from './build/build-id.ts';
import { bundleFolders, loadBundle } from './build/bundle.ts';
import { embeddedTemporal } from './config/temporal.ts';
import { ConfigurationError, loadWorkerConfig, type WorkerConfig } from './config/worker-config.ts';
import { addressFromSupervisor, isSupervised, tellSupervisor } from './supervisor/worker-channel.ts';
import { findOtherBuilds } from './temporal/mixed-builds.ts';
import { registerSearchAttributes } from './temporal/search-attribute-registration.ts';
import { connectToTemporal } from './temporal/temporal-connection.ts';
import { formatIdentity, ownIdentity } from './temporal/worker-identity.ts';
import { installRuntime } from './temporal/worker-runtime.ts';

/** The worker process: under a supervisor (with an IPC channel), or alone in a terminal or container. */
const ENVIRONMENT_PROBLEM = 3;

// Until there is work to finish, the end of the supervisor ends this process at once.
const endAtOnce = () => process.exit();
process.once('disconnect', endAtOnce);
try {
  await runWorkerProcess(loadWorkerConfig());
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  await tellSupervisor({ type: error instanceof ConfigurationError ? 'refused' : 'failed', message });
  // What was opened before the failure would keep the process alive, and its supervisor waiting.
  process.exit(ENVIRONMENT_PROBLEM);
}
// The open IPC channel would keep the process alive.
if (process.connected) process.disconnect();

async function runWorkerProcess(loaded: WorkerConfig): Promise<void> {
  // As early as possible: it stands for the code that is loaded.
  const runtime = isSupervised ? loaded.runtime() : null;
  installRuntime();
  const [{ config, connection }, { identity, workflowBundle }, { createDependencies }] = await Promise.all([
    connectToServer(loaded),
    loadBuild(loaded),
    // Loaded while the server starts, because native libraries load slowly.
    import('./assembly/dependencies.ts'),
  ]);
  try {
    await refuseMixedBuilds(config, () => findOtherBuilds(connection, config, identity));
    const warning = await registerSearchAttributes(connection, config.temporal.namespace);
    if (warning !== undefined) process.stderr.write(`${warning}\n`);
    const dependencies = createDependencies(config);
    const { activities } = dependencies;
    const parts = {
      connection,
      identity: formatIdentity(identity),
      buildId: identity.buildId,
      activities,
      workflowBundle,
    };
    await runUntilStopped(config, await createResearchWorkers(config, parts), runtime);
    await dependencies.close();
  } finally {
    await connection.close();
  }
}

/** A supervisor starts its worker beside the server, and says where that is when it is ready. */
async function connectToServer(loaded: WorkerConfig) {
  const config = isSupervised ? { ...loaded, temporal: embeddedTemporal(await addressFromSupervisor()) } : loaded;
  return { config, connection: await connectToTemporal(config) };
}

async function loadBuild({ home, encryptionKeys }: WorkerConfig) {
  const buildId = await loadBuildId();
  const workflowBundle = await loadBundle(bundleFolders(home), buildId, { encrypts: encryptionKeys.length > 0 });
  return { identity: ownIdentity(buildId), workflowBundle };
}

/** A supervised worker needs no check: its queue is named after the store, and its supervisor runs one worker. */
async function refuseMixedBuilds(
  { allowMixedBuilds, taskQueue }: WorkerConfig,
  findOthers: () => ReturnType<typeof findOtherBuilds>,
): Promise<void> {
  if (isSupervised || allowMixedBuilds) return;
  const others = await findOthers();
  if (others.length === 0) return;
  const names = others.map(({ host, pid, buildId }) => `process ${pid} on ${host} (build ${buildId})`);
  throw new Error(
    `The task queue ${taskQueue} is served by another build of this project: ${names.join(', ')}. Stop that worker (it counts as alive for 70 s), set PLUMBLINE_TASK_QUEUE, or allow it with PLUMBLINE_ALLOW_MIXED_BUILDS=1.`,
  );
}

async function runUntilStopped(
  config: WorkerConfig,
  workers: readonly Worker[],
  runtime: string | null,
): Promise<void> {
  const stop = () => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  process.off('disconnect', endAtOnce).on('disconnect', stop);
  const runs = workers.map((worker) => worker.run());
  const { taskQueue, model, settings } = config;
  await tellSupervisor({ type: 'ready', taskQueue, model: model?.model ?? null, settings, runtime });
  if (!isSupervised) {
    process.stdout.write(
      `worker ready: queues ${config.queues.join(', ')} of ${config.taskQueue}, address ${config.temporal.address}\n`,
    );
  }
  try {
    await Promise.all(runs);
  } finally {
    stop();
    await Promise.allSettled(runs);
  }
}
