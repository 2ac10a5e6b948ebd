import type { Worker } from '@temporalio/worker';
import { createResearchWorkers } from './assembly/research-workers.ts';
import { loadBuildId } from './build/build-id.ts';
import { loadBundle } from './build/bundle.ts';
import { ConfigurationError, loadWorkerConfig, type WorkerConfig } from './config/worker-config.ts';
import type { WorkerMessage } from './supervisor/supervised-worker.ts';
import { findOtherBuilds } from './temporal/mixed-builds.ts';
import { registerSearchAttributes } from './temporal/search-attribute-registration.ts';
import { connectToTemporal } from './temporal/temporal-connection.ts';
import { formatIdentity, ownIdentity } from './temporal/worker-identity.ts';
import { installRuntime } from './temporal/worker-runtime.ts';

/** The worker process: under a supervisor (with an IPC channel), or alone in a terminal or container. */
const isSupervised = process.send !== undefined;
const ENVIRONMENT_PROBLEM = 3;

try {
  await runWorkerProcess(loadWorkerConfig());
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  await tell({ type: error instanceof ConfigurationError ? 'refused' : 'failed', message });
  // What was opened before the failure would keep the process alive, and its supervisor waiting.
  process.exit(ENVIRONMENT_PROBLEM);
}
// The open IPC channel would keep the process alive.
if (process.connected) process.disconnect();

async function runWorkerProcess(config: WorkerConfig): Promise<void> {
  installRuntime();
  const [connection, { identity, workflowBundle }, { createDependencies }] = await Promise.all([
    connectToTemporal(config),
    loadBuild(config),
    // Loaded while connecting, because native libraries load slowly.
    import('./assembly/dependencies.ts'),
    // Loading its tables blocks the process for a third of a second, better now than while paid answers arrive.
    import('../activities/text/language-detector.ts').then(({ languageDetector }) => void languageDetector()),
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
    await runUntilStopped(config, await createResearchWorkers(config, parts));
    await dependencies.close();
  } finally {
    await connection.close();
  }
}

async function loadBuild({ home, encryptionKeys }: WorkerConfig) {
  const buildId = await loadBuildId();
  const workflowBundle = await loadBundle(home, buildId, { encrypts: encryptionKeys.length > 0 });
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

async function runUntilStopped(config: WorkerConfig, workers: readonly Worker[]): Promise<void> {
  const stop = () => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  process.on('disconnect', stop);
  const runs = workers.map((worker) => worker.run());
  const { taskQueue, model, settings } = config;
  await tell({ type: 'ready', taskQueue, model: model?.model ?? null, settings });
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

function tell(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected) resolve();
    // The supervisor has ended.
    else process.send?.(message, undefined, undefined, () => resolve());
  });
}
