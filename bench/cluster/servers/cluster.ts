import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { EMBEDDED_NAMESPACE } from '../../../workers/config/temporal.ts';
import { loadSupervisorConfig } from '../../../workers/config/worker-config.ts';
import { findCompiled } from '../../../workers/install/compiled-program.js';
import { startTemporalServer } from '../../../workers/supervisor/temporal-server.ts';
import { WORKER_ENTRY, WORKER_OPTIONS, workerEnvironmentOf } from '../../../workers/supervisor/worker-program.ts';
import { findTemporalBinary } from '../../../workers/temporal-cli/temporal-binary.ts';
import { findPostgres, type PostgresServer, startPostgres } from './postgres-server.ts';
import { findS3Programs, type S3Server, startS3 } from './s3-server.ts';
import { inLog, portLike, type ServerProcess, startServer, untilReady } from './server-process.ts';
import { findTemporalPrograms, SERVICE_PORTS, startTemporalService } from './temporal-service.ts';

/** Of the plain `plumbline` command. */
const PROGRAM_ENTRY = fileURLToPath(new URL('../../../client/cli/plumbline.js', import.meta.url));
const DATABASE = 'plumbline';
const TASK_QUEUE = 'plumbline-cluster';

/** Variables that name the parts of a cluster, which another cluster's must not reach. */
const OF_A_CLUSTER =
  /^(?:TEMPORAL_|AWS_|PLUMBLINE_(?:HOME|CONFIG|DATABASE_URL|TASK_QUEUE)|storage\.|worker\.metrics-port)/;

export interface ClusterOptions {
  /** Of everything: data, logs, secrets and homes. */
  readonly folder: string;
  readonly onProgress: (line: string) => void;
  readonly signal: AbortSignal;
  /** Variables of workers and of `serve` beyond the cluster's own, such as the variables of a model. */
  readonly environment?: NodeJS.ProcessEnv;
}

export interface ClusterProcess extends Pick<ServerProcess, 'name' | 'pid' | 'logFile' | 'stop'> {
  readonly address: string | null;
}

/** Servers on loopback, and processes with a home each that share them. */
export interface Cluster {
  readonly folder: string;
  /** What a client or a worker needs besides a home. */
  readonly variables: Readonly<Record<string, string>>;
  /** Which Temporal, and what else was found on the machine. */
  readonly parts: readonly string[];
  processes(): readonly ClusterProcess[];
  homeOf(name: string): string;
  /** With a home of this name. Resolves when it asks for work. */
  startWorker(name: string, more?: NodeJS.ProcessEnv): Promise<ServerProcess>;
  /** `serve` with a home of this name. @returns its address */
  startServe(name: string, parameters: readonly string[]): Promise<string>;
  /** Stops one of the servers, and starts it again at the same address. */
  interrupt(server: 'postgres' | 's3' | 'temporal', durationMs: number): Promise<void>;
  /** Workers first, all at once; then the servers. */
  stop(): Promise<void>;
}

/** Secrets and ports stay from one start to the next: data and clients have them. */
interface Kept {
  readonly password: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly ports: Readonly<Record<string, number>>;
}

/** @throws {Error} that says what is missing on this machine */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  mkdirSync(options.folder, { recursive: true });
  // Other users may pass: PostgreSQL may be one. They can list nothing.
  chmodSync(options.folder, 0o711);
  const servers: ClusterProcess[] = [];
  const members: ClusterProcess[] = [];
  const stop = async () => {
    await Promise.all(members.splice(0).map((member) => member.stop()));
    for (const server of servers.splice(0).toReversed()) await server.stop();
  };
  try {
    return { ...(await openCluster(options, servers, members)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Adds what it starts to the lists, so that it can be stopped whatever happens. */
async function openCluster(
  options: ClusterOptions,
  servers: ClusterProcess[],
  started: ClusterProcess[],
): Promise<Omit<Cluster, 'stop'>> {
  const { folder, signal } = options;
  const { binary } = loadSupervisorConfig(folder);
  const kept = await loadKept(folder);
  const add = createAdding(options, servers);
  const starts = {
    postgres: () => startDatabase(folder, kept, binary.searchPath),
    s3: () => startBucket(folder, kept, binary.searchPath),
  };
  const postgres = await add('PostgreSQL', starts.postgres);
  const s3 = await add('an S3 server', starts.s3);
  const restarts = { ...starts, temporal: () => startTemporal(options, kept, postgres) };
  const temporal = await add('Temporal', restarts.temporal);
  const variables = variablesOf(postgres, s3, temporal.address ?? '');
  const environment = { ...withoutCluster(binary.environment), ...options.environment, ...variables };
  const members = { folder, environment, started };
  return {
    folder,
    variables,
    parts: [temporal.kind, 'PostgreSQL', s3.name],
    processes: () => [...servers, ...started],
    homeOf: (name) => join(folder, name),
    startWorker: (name, more) => startWorker(members, name, more),
    startServe: (name, parameters) => startServe(members, name, parameters),
    async interrupt(name, durationMs) {
      const place = Object.keys(restarts).indexOf(name);
      await servers[place]?.stop();
      await delay(durationMs, undefined, { signal });
      servers[place] = await restarts[name]();
    },
  };
}

function createAdding({ signal, onProgress }: ClusterOptions, servers: ClusterProcess[]) {
  return async <Server extends ClusterProcess>(what: string, start: () => Promise<Server>): Promise<Server> => {
    signal.throwIfAborted();
    onProgress(`starting ${what}`);
    const server = await start();
    servers.push(server);
    return server;
  };
}

async function startDatabase(folder: string, { password, ports }: Kept, searchPath: string) {
  const programs = findPostgres(searchPath);
  if (programs === undefined)
    throw new Error('PostgreSQL is not on this machine: install it (initdb and postgres on the PATH).');
  const port = ports['postgres'] ?? 0;
  const server = await startPostgres({
    programs,
    folder: join(folder, 'postgres'),
    port,
    password,
    // Ten for each worker's pool, twenty for each store of each of Temporal's services.
    parameters: { max_connections: 300, shared_buffers: '256MB' },
  });
  // It is there from the second start on.
  await server.query(`CREATE DATABASE ${DATABASE}`).catch(() => undefined);
  return { ...server, address: `127.0.0.1:${port}` };
}

async function startBucket(folder: string, { ports, ...keys }: Kept, searchPath: string) {
  const [program] = findS3Programs(searchPath);
  if (program === undefined)
    throw new Error('No S3 server is on this machine: put versitygw on the PATH, or install the development packages.');
  const port = ports['s3'] ?? 0;
  const server = await startS3(program, { folder: join(folder, 's3'), port, keys });
  return { ...server, address: `127.0.0.1:${port}` };
}

interface TemporalPart extends ClusterProcess {
  /** Which of the two it is. */
  readonly kind: string;
}

async function startTemporal(
  options: ClusterOptions,
  { ports }: Kept,
  postgres: PostgresServer,
): Promise<TemporalPart> {
  const folder = join(options.folder, 'temporal');
  const { binary } = loadSupervisorConfig(options.folder);
  const programs = findTemporalPrograms(binary.searchPath);
  if (programs !== undefined) {
    const server = await startTemporalService({ programs, folder, ports, postgres });
    return { ...server, address: `127.0.0.1:${ports['frontend']}`, kind: 'temporal-server on PostgreSQL' };
  }
  const logFile = join(folder, 'temporal.log');
  const onProgress = (_phase: string, detail: string) => options.onProgress(detail);
  const server = await startTemporalServer({
    binary: await findTemporalBinary(binary, { signal: options.signal, onProgress }),
    databaseFile: join(folder, 'temporal.db'),
    logFile,
    preferredPorts: [{ port: ports['frontend'] ?? 0, uiPort: ports['http'] ?? 0 }],
    withUi: true,
    signal: options.signal,
  });
  return {
    ...server,
    name: 'temporal',
    logFile,
    kind: "Temporal's development server (no temporal-server and temporal-sql-tool on the PATH)",
  };
}

function variablesOf(postgres: PostgresServer, { settings }: S3Server, temporalAddress: string) {
  return {
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: EMBEDDED_NAMESPACE,
    PLUMBLINE_TASK_QUEUE: TASK_QUEUE,
    PLUMBLINE_DATABASE_URL: postgres.urlOf(DATABASE),
    'storage.blobs': `s3://${settings.bucket}/plumbline`,
    'storage.blobs-endpoint': settings.endpoint ?? '',
    AWS_ACCESS_KEY_ID: settings.accessKeyId,
    AWS_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
}

function withoutCluster(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !OF_A_CLUSTER.test(name)));
}

interface Members {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly started: ClusterProcess[];
}

async function startWorker(members: Members, name: string, more: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const entry = findCompiled('workers/main.ts') ?? WORKER_ENTRY;
  const { member } = await startMember(members, name, {
    parameters: [...WORKER_OPTIONS, entry],
    more: workerEnvironmentOf(more),
    sign: /worker ready: (.*)/,
  });
  return member;
}

async function startServe(members: Members, name: string, parameters: readonly string[]): Promise<string> {
  const { sign: address } = await startMember(members, name, {
    parameters: [PROGRAM_ENTRY, 'serve', ...parameters],
    more: {},
    sign: /Serving (http\S+);/,
  });
  return address;
}

interface MemberProgram {
  readonly parameters: readonly string[];
  readonly more: NodeJS.ProcessEnv;
  /** What it prints when it is ready. */
  readonly sign: RegExp;
}

/** A process of this project with a home of its own. */
async function startMember(
  { folder, environment, started }: Members,
  name: string,
  { parameters, more, sign }: MemberProgram,
): Promise<{ readonly member: ServerProcess; readonly sign: string }> {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true });
  const logFile = join(folder, `${name}.log`);
  const from = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  const env = { ...environment, ...more, PLUMBLINE_HOME: home };
  const member = startServer({ name, command: process.execPath, parameters, logFile, env });
  const shown = { ...member, address: null as string | null };
  started.push(shown);
  const found = await untilReady(member, () => inLog(logFile, sign, from));
  if (found.startsWith('http')) shown.address = found;
  return { member, sign: found };
}

async function loadKept(folder: string): Promise<Kept> {
  const path = join(folder, 'kept.json');
  const known = statSync(path, { throwIfNoEntry: false }) && (JSON.parse(readFileSync(path, 'utf8')) as Kept);
  const ports: Record<string, number> = {};
  for (const name of ['postgres', 's3', ...SERVICE_PORTS]) ports[name] = await portLike(known?.ports[name]);
  const secret = () => randomBytes(18).toString('hex');
  const kept = known
    ? { ...known, ports }
    : { password: secret(), accessKeyId: secret(), secretAccessKey: secret(), ports };
  writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  return kept;
}
