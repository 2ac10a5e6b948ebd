import type { NativeConnection, Worker } from '@temporalio/worker';
import { ActivityThreads } from './activity-threads/activity-threads.ts';
import { createProbes, refuseUnusableBlobs } from './assembly/blob-stores.ts';
import type { DependencyConfig } from './assembly/dependencies.ts';
import { createResearchWorkers } from './assembly/research-workers.ts';
import { loadBuildId, loadWorkerBuildId } from './build/build-id.ts';
import { bundleFolders, loadBundle } from './build/bundle.ts';
import { EMBEDDED_NAMESPACE, embeddedTemporal } from './config/temporal.ts';
import { ConfigurationError, loadWorkerConfig, type WorkerConfig } from './config/worker-config.ts';
import { loadStoreId } from './home/store-id.ts';
import { findOtherBuilds, findWorkers, refuseMixedBuilds } from './temporal/mixed-builds.ts';
import { claimQueue, storeOfWorker } from './temporal/queue-store.ts';
import { connectToTemporal, registerSearchAttributes } from './temporal/temporal-connection.ts';
import { addressFromSupervisor, isSupervised, tellSupervisor } from './temporal/worker-channel.ts';
import { freeLoopbackAddress, openWorkerEndpoint, type WorkerEndpoint } from './temporal/worker-endpoint.ts';
import { formatIdentity, ownIdentity } from './temporal/worker-identity.ts';
import { installRuntime } from './temporal/worker-runtime.ts';

/** The worker process: under a supervisor (with an IPC channel), or alone in a terminal or container. */
const ENVIRONMENT_PROBLEM = 3;
const PING_MS = 5_000;

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

async function runWorkerProcess(config: WorkerConfig): Promise<void> {
  // As early as possible: it identifies the code that is loaded.
  const runtime = isSupervised ? config.runtime() : null;
  const endpoint = await openWatching(config);
  await checkBucket(config);
  const build = loadBuild(config);
  const reaching = reachServer(config, build);
  const threads = startThreads(config, reaching);
  const assembling = assemble(config, build, reaching, threads);
  const [{ connection }, workers] = await Promise.all([reaching, assembling, threads.ready]);
  const temporal = () => connection.withDeadline(Date.now() + PING_MS, () => connection.healthService.check({}));
  endpoint?.serves(workers, [['Temporal', temporal], ...createProbes(config)]);
  try {
    await Promise.race([runUntilStopped(config, workers, runtime), threads.failure]);
    await threads.close();
  } finally {
    await connection.close();
    endpoint?.close();
  }
}

async function checkBucket(config: WorkerConfig): Promise<void> {
  const warning = await refuseUnusableBlobs(config);
  if (warning !== undefined) process.stderr.write(`${warning}\n`);
}

/** Sets up the SDK's log and metrics, and serves them where a port is set. */
async function openWatching({ watching }: WorkerConfig): Promise<WorkerEndpoint | null> {
  const { metricsPort } = watching;
  const metricsAddress = metricsPort === null ? null : await freeLoopbackAddress();
  installRuntime(watching, metricsAddress);
  return metricsPort === null || metricsAddress === null ? null : openWorkerEndpoint(metricsPort, metricsAddress);
}

interface ReachedServer {
  readonly address: string;
  readonly connection: NativeConnection;
}
type Build = Awaited<ReturnType<typeof loadBuild>>;

/**
 * The server, once workers may serve it. A supervisor starts its worker alongside the server, and says where the server
 * is when it is ready. Such a worker is the only one of its server.
 */
async function reachServer(config: WorkerConfig, build: Promise<Build>): Promise<ReachedServer> {
  const temporal = isSupervised ? embeddedTemporal(await addressFromSupervisor()) : config.temporal;
  const connection = await connectToTemporal(temporal);
  const { identity } = await build;
  if (!isSupervised) {
    await refuseMixedBuilds(config, () => findOtherBuilds(connection, config, identity));
    await claimForStore(config, connection, identity);
  }
  const warning = await registerSearchAttributes(connection, temporal.namespace);
  if (warning !== undefined) process.stderr.write(`${warning}\n`);
  return { address: temporal.address, connection };
}

async function claimForStore(
  config: WorkerConfig,
  connection: NativeConnection,
  identity: Awaited<Build>['identity'],
): Promise<void> {
  const { Client } = await import('@temporalio/client');
  const client = new Client({ connection, namespace: config.temporal.namespace });
  const own = await storeOfWorker(config, identity);
  await claimQueue(client, config.taskQueue, own, () => findWorkers(connection, config));
}

/** Everything that needs no server is loaded while that starts. */
async function assemble(
  config: WorkerConfig,
  build: Promise<Build>,
  reaching: Promise<ReachedServer>,
  { activities }: Pick<ActivityThreads, 'activities'>,
) {
  const { identity, workflowBundle } = await build;
  return createResearchWorkers(config, {
    connecting: reaching.then(({ connection }) => connection),
    namespace: namespaceOf(config),
    identity: formatIdentity(identity),
    buildId: identity.buildId,
    activities,
    workflowBundle,
  });
}

function startThreads(config: WorkerConfig, reaching: Promise<ReachedServer>): ActivityThreads {
  const { home, model, embedding, ocr, rerank, web, calls, blobs, buckets, issues, memory } = config;
  const { notices, reviewRate, refusesHardLinks } = config;
  const adapters = { home, model, embedding, ocr, rerank, web, calls, blobs, buckets, issues, memory };
  const data: DependencyConfig = { ...adapters, notices, reviewRate, refusesHardLinks };
  return new ActivityThreads({
    entry: new URL('./activity-threads/activity-thread.ts', import.meta.url),
    data,
    answers: { temporalAddress: async () => (await reaching).address },
  });
}

function namespaceOf({ temporal }: WorkerConfig): string {
  return isSupervised ? EMBEDDED_NAMESPACE : temporal.namespace;
}

async function loadBuild({ home, encryptionKeys }: WorkerConfig) {
  const workflows = await loadBuildId();
  const workflowBundle = await loadBundle(bundleFolders(home), workflows, { encrypts: encryptionKeys.length > 0 });
  // A supervised worker is alone on its queue, and starts while a command waits.
  const buildId = isSupervised ? workflows : await loadWorkerBuildId();
  return { identity: ownIdentity(buildId, loadStoreId(home)), workflowBundle };
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
    const message = `worker ready: queues ${config.queues.join(', ')} of ${config.taskQueue}, address ${config.temporal.address}`;
    const told = { time: new Date().toISOString(), level: 'info', message };
    process.stdout.write(`${config.watching.logFormat === 'json' ? JSON.stringify(told) : message}\n`);
  }
  try {
    await Promise.all(runs);
  } finally {
    stop();
    await Promise.allSettled(runs);
  }
}
