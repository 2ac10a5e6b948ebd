import { mkdir, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import { counted } from '@plumbline/contracts/common/counted';
import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { unknownVariables, unreadAddresses } from '@plumbline/contracts/settings/environment-reader';
import { installedLanguages } from '@plumbline/documents/scans';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { folderSize } from '@plumbline/storage/files';
import { z } from 'zod';
import { checkBlobs } from '../assembly/blob-stores.ts';
import { createReasoner, createStores } from '../assembly/dependencies.ts';
import { checkDatabase } from '../assembly/state-stores.ts';
import { withSettingsFile } from '../config/settings-files.ts';
import {
  loadSupervisorConfig,
  loadWorkerConfig,
  type ModelConfig,
  type WorkerConfig,
} from '../config/worker-config.ts';
import { homeOf, homeProblem, loadRecordedState } from '../home/home-folder.ts';
import { findTemporalBinary } from '../temporal-cli/temporal-binary.ts';
import { connectToTemporal } from '../temporal/temporal-connection.ts';
import { describeLocalModels, findLocalModels, type LocalServer, namesModelServer } from './local-models.ts';
import { examineEmbedding, checkNotices, checkRerank, checkSources } from './source-checks.ts';

const TIMEOUT_MS = 30_000;

/** The smallest request that shows whether the model answers in the required form. */
const probeStep: ReasoningStep<object, { ready: boolean }> = {
  name: 'probe-model',
  role: 'main',
  version: 1,
  output: z.object({ ready: z.boolean() }),
  prompt: () => ({ system: 'You are being tested for readiness.', user: 'Answer that you are ready.' }),
  offline: () => ({ ready: false }),
};

/** Something that a run needs, and how to repair it. */
export interface DoctorCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** Null when the check passed. */
  readonly repair: string | null;
  /** Lines for a shell that would use what was found; usually none. */
  readonly commands: readonly string[];
  /** What was found, for programs. `off`: it is not set up; `answers`: a server does; `ready`: nothing was asked. */
  readonly outcome: Outcome;
}

type Outcome = 'off' | 'ready' | 'answers' | 'failed';

const GIBIBYTE = 1024 ** 3;
const OLDEST_NODE = [24, 15] as const;

/** Checks everything a run needs; changes nothing and never throws. @param sendsNotice a message to try out notifications */
export async function examine(
  environment: NodeJS.ProcessEnv,
  localServers?: readonly LocalServer[],
  sendsNotice = false,
): Promise<DoctorCheck[]> {
  const localModels: NamedCheck = ['local models', () => checkLocalModels(environment, localServers)];
  const notices = noticeCheckOf(() => loadWorkerConfig(environment), sendsNotice);
  return Promise.all([...checksOf(environment), notices, localModels].map(carryOut));
}

/** One of the checks; never throws. @param load throws where the configuration is not usable */
export async function examinePart(part: string, load: () => WorkerConfig): Promise<DoctorCheck> {
  const check = [...endpointChecksOf(load), noticeCheckOf(load, true)].find(([name]) => name === part);
  if (check === undefined) throw new Error(`there is no check of ${part}`);
  return carryOut(check);
}

async function carryOut([name, check]: NamedCheck): Promise<DoctorCheck> {
  try {
    const found = await check();
    const { detail, commands = [], outcome = 'ready' } = typeof found === 'string' ? { detail: found } : found;
    return { name, ok: true, detail, repair: null, commands, outcome };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { name, ok: false, detail, repair: REPAIRS[name] ?? '', commands: [], outcome: 'failed' };
  }
}

/** Parts of a home, as `doctor` names them. A SQLite file counts with its log. */
const HOME_PARTS: Readonly<Record<string, readonly string[]>> = {
  texts: ['blobs', 'blob-cache', 'descriptions'],
  'search index': ['index'],
  'web pages': ['pages.sqlite', 'pages.sqlite-wal'],
  'records and stored answers': ['plumbline.sqlite', 'plumbline.sqlite-wal'],
  history: ['temporal/temporal.db', 'temporal/temporal.db-wal'],
  'reports as files': ['runs'],
  uploads: ['uploads'],
  'model of meaning': ['model'],
};

/** How to repair what did not pass. */
const REPAIRS: Readonly<Record<string, string>> = {
  Node: 'start it with npx plumbline, which uses the Node of the project',
  store:
    'set PLUMBLINE_HOME to a writable folder with free space, or free some with npx plumbline delete --unused --yes',
  ...Object.fromEntries(Object.keys(HOME_PARTS).map((part) => [part, 'check the folder of the store'])),
  bucket: 'correct storage.blobs and its keys, or unset it to keep texts in the store',
  database: 'start the database, or correct PLUMBLINE_DATABASE_URL',
  settings: 'correct these variables',
  'Temporal CLI': 'set TEMPORAL_CLI_PATH, or let npx plumbline up download or build it',
  Temporal: 'start it with npx plumbline up, or correct TEMPORAL_ADDRESS',
  index: 'delete this folder; the next run builds it again',
  scans: 'correct PLUMBLINE_OCR, or unset it to leave scans unread',
  model: 'correct OPENAI_BASE_URL, OPENAI_API_KEY and PLUMBLINE_MODEL, or unset them to search without a model',
  sources: 'correct these variables, or unset SEARXNG_URL',
  embeddings: 'correct the PLUMBLINE_EMBEDDING_… variables, or unset them; a model that was added can be added again',
  rerank: 'correct the PLUMBLINE_RERANK_… variables, or unset them to use the built-in ranking',
  notifications: 'correct notify.to and PLUMBLINE_SMTP_URL, or unset them to send nothing',
};

/** Name and check, which returns details or throws. */
type NamedCheck = readonly [string, () => Promise<string | Found>];
type Found = Pick<DoctorCheck, 'detail'> & Partial<Pick<DoctorCheck, 'commands' | 'outcome'>>;

function checksOf(environment: NodeJS.ProcessEnv): readonly NamedCheck[] {
  return [
    ['Node', checkNode],
    ['store', () => checkStore(environment)],
    ...Object.entries(HOME_PARTS).map(([part, paths]): NamedCheck => [part, () => measurePart(environment, paths)]),
    ['bucket', async () => checkBlobs(loadWorkerConfig(environment))],
    ['database', async () => checkDatabase(loadWorkerConfig(environment))],
    ['settings', () => checkSettings(environment)],
    ['Temporal CLI', () => checkBinary(environment)],
    ['Temporal', () => checkService(environment)],
    ['index', () => checkIndex(environment)],
    ...endpointChecksOf(() => loadWorkerConfig(environment)),
  ];
}

function endpointChecksOf(load: () => WorkerConfig): readonly NamedCheck[] {
  return [
    ['scans', async () => found(load().ocr, describeScans, 'ready')],
    ['model', async () => found(load().model, checkModel, 'answers')],
    ['sources', async () => examineSources(load().web)],
    ['embeddings', async () => examineEmbedding(load().embedding)],
    ['rerank', async () => found(load().rerank, checkRerank, 'answers')],
  ];
}

/** @param config null: it is not set up */
async function found<Config>(
  config: Config | null,
  check: (config: Config | null) => string | Promise<string>,
  outcome: Outcome,
): Promise<Found> {
  return { detail: await check(config), outcome: config === null ? 'off' : outcome };
}

/** Most providers need no set-up; only SearXNG is asked. */
async function examineSources(web: WorkerConfig['web']): Promise<Found> {
  return { detail: await checkSources(web), outcome: web.baseUrls.searxng === undefined ? 'ready' : 'answers' };
}

/** @param sends a message to each recipient */
function noticeCheckOf(load: () => WorkerConfig, sends: boolean): NamedCheck {
  return ['notifications', async () => checkNotices(load().notices, sends)];
}

async function checkLocalModels(environment: NodeJS.ProcessEnv, servers?: readonly LocalServer[]) {
  if (namesModelServer(withSettingsFile(environment, () => undefined)))
    return 'not looked for: a model server is configured';
  const found = await findLocalModels(environment, servers);
  if (found.length === 0) return 'none found on this machine';
  return { detail: `${found.map(describeLocalModels).join(', ')}; to use them:`, commands: ['npx plumbline init'] };
}

async function checkNode(): Promise<string> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  if (isOld) throw new Error(`${process.version} is too old; Node ${OLDEST_NODE.join('.')} or newer is needed`);
  return process.version;
}

async function checkStore(environment: NodeJS.ProcessEnv): Promise<string> {
  const home = homeOf(environment);
  const problem = homeProblem(home);
  if (problem !== null) throw new Error(problem);
  await mkdir(home, { recursive: true });
  const { bavail, bsize } = await statfs(home);
  const free = (bavail * bsize) / GIBIBYTE;
  if (free < 1) throw new Error(`${home}: only ${free.toFixed(2)} GiB free`);
  return `${home}, ${free.toFixed(0)} GiB free`;
}

async function measurePart(environment: NodeJS.ProcessEnv, paths: readonly string[]): Promise<string> {
  const home = homeOf(environment);
  const sizes = await Promise.all(paths.map((path) => folderSize(join(home, path))));
  const files = sizes.reduce((total, size) => total + size.files, 0);
  const bytes = sizes.reduce((total, size) => total + size.bytes, 0);
  return files === 0 ? 'nothing yet' : `${formatBytes(bytes)} in ${counted(files, 'file')}`;
}

async function checkSettings(environment: NodeJS.ProcessEnv): Promise<string> {
  const { taskQueue, model } = loadWorkerConfig(environment);
  const unknown = unknownVariables(environment);
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}`);
  const unread = unreadAddresses(environment).map((variable) => `; not read: ${variable}`);
  return `task queue ${taskQueue}, engine ${model === null ? 'offline' : `model ${model.model}`}${unread.join('')}`;
}

async function checkBinary(environment: NodeJS.ProcessEnv): Promise<string> {
  if (environment['TEMPORAL_ADDRESS']) return 'not needed: TEMPORAL_ADDRESS is set';
  const refuse = async (): Promise<never> => {
    throw new Error('not tried, because doctor changes nothing');
  };
  const search = { signal: AbortSignal.timeout(20_000), onProgress: () => {} };
  return findTemporalBinary(loadSupervisorConfig(undefined, environment).binary, search, {
    download: refuse,
    build: refuse,
  });
}

async function checkService(environment: NodeJS.ProcessEnv): Promise<string> {
  const config = loadWorkerConfig(environment);
  if (environment['TEMPORAL_ADDRESS']) return answeringAddress(config);
  const state = loadRecordedState(config.home);
  if (state?.phase !== 'ready') return 'embedded, not running: the next command starts it';
  const isAnswering = await answeringAddress(config).catch(() => undefined);
  if (isAnswering === undefined) return 'embedded, has stopped: the next command starts it';
  return state.staysUntil === null ? isAnswering : `${isAnswering}, stays until ${localTime(state.staysUntil)}`;
}

/** Like 14:05. */
function localTime(time: string): string {
  return new Date(time).toTimeString().slice(0, 5);
}

async function answeringAddress(config: WorkerConfig): Promise<string> {
  const connection = await connectToTemporal(config.temporal);
  await connection.close();
  return `answers at ${config.temporal.address}, namespace ${config.temporal.namespace}`;
}

async function checkIndex(environment: NodeJS.ProcessEnv): Promise<string> {
  const home = homeOf(environment);
  const entries = await readdir(join(home, 'index'), { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const { corpus } = createStores(home);
  const files = await Promise.all(
    folders.map((name) =>
      corpus.sourcesOf(name).catch((error: unknown) => {
        throw new Error(`${join(home, 'index', name)}: ${error instanceof Error ? error.message : String(error)}`);
      }),
    ),
  );
  return folders.length === 0
    ? 'no folder indexed yet'
    : `${counted(folders.length, 'folder')}, ${counted(files.flat().length, 'file')}`;
}

function describeScans(ocr: string | null): string {
  const installed = [...installedLanguages().keys()].sort().join(', ') || 'none';
  return `${ocr === null ? 'not read: PLUMBLINE_OCR is off' : `read by OCR in ${ocr}`}; languages installed: ${installed}`;
}

/** Requests one short answer in the form that every step needs. */
export async function checkModel(model: ModelConfig | null): Promise<string> {
  if (model === null) return 'none configured: answers and reports show the places that a search finds';
  const call = { engine: 'configured', metering: UNLIMITED, signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  const { cost } = await createReasoner(model).run(probeStep, {}, call);
  if (cost.engine === 'offline') throw new Error(cost.degradations.map(({ cause }) => cause).join('; '));
  return `${model.model} at ${(model.baseURL ?? 'api.openai.com').replace(/\/\/[^/]*@/, '//')} answers`;
}
