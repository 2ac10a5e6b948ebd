import { createHmac, randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { defaultTaskQueue } from '@plumbline/contracts/common/embedded-state';
import type { WorkKind } from '@plumbline/contracts/common/task-queues';
import { createEnvironment, type Environment } from '@plumbline/contracts/settings/environment-reader';
import { NO_QUOTAS, type Quotas } from '@plumbline/contracts/settings/quotas';
import { problemOfLanguages } from '@plumbline/documents/scans';
import { findAddedModel } from '@plumbline/embedding/added-model';
import type { PriceTable } from '@plumbline/model/stores';
import type { S3Settings } from '@plumbline/storage/s3';
import type { NoticesConfig } from '../../activities/notices/notices.ts';
import { ENCRYPTION_KEYS_VARIABLE, type EncryptionKey, encryptionKeysSchema } from '../../payloads/encryption-keys.ts';
import { digestRuntime } from '../build/runtime-digest.ts';
import { homeOf, homeProblem } from '../home/home-folder.ts';
import { loadStoreId } from '../home/store-id.ts';
import type { FileSettings } from './config-file.ts';
import { readCapacity, readWatching, type WatchingConfig, type WorkerCapacity } from './fleet.ts';
import {
  type EmbeddingConfig,
  type ModelConfig,
  readEmbedding,
  readModel,
  readNotices,
  readPrices,
  readRerank,
  readWeb,
  type RerankConfig,
  type WebConfig,
} from './services.ts';
import { readSettings, withSecretFiles, withSettingsFile } from './settings-files.ts';
import { readTemporal, TEMPORAL_CLI_VERSION, type TemporalBinarySettings, type TemporalConfig } from './temporal.ts';

/** In the home. */
export const ADDED_MODEL_FOLDER = 'model';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type { CallsConfig, EmbeddingConfig, ModelConfig, RerankConfig, WebConfig };

export interface MemoryConfig {
  /** An entry that is not core and was not confirmed for so long is in the archive. */
  readonly archiveAfterMs: number;
}

export interface WorkerConfig {
  /** Absolute path of the project's store. */
  readonly home: string;
  readonly temporal: TemporalConfig;
  /** Base queue; see `taskQueueFor`. */
  readonly taskQueue: string;
  readonly queues: readonly WorkKind[];
  readonly capacity: WorkerCapacity;
  readonly watching: WatchingConfig;
  /** Name of the Worker Deployment that this worker belongs to: runs stay with the build that began them. Undefined: none. */
  readonly deployment: string | undefined;
  /** Null: none. */
  readonly model: ModelConfig | null;
  /** Null: search by words only. */
  readonly embedding: EmbeddingConfig | null;
  /** Languages of OCR, like `deu+eng`; null: scans are not read. */
  readonly ocr: string | null;
  readonly refusesHardLinks: boolean;
  /** Null: built-in ranking. */
  readonly rerank: RerankConfig | null;
  readonly web: WebConfig;
  readonly notices: NoticesConfig;
  readonly calls: CallsConfig;
  /** Null: texts are in a folder of the home. */
  readonly blobs: BlobsConfig | null;
  /** Null: no bucket of documents can be read. */
  readonly buckets: BucketAccess | null;
  /** Most that the uploads of one user take; 0: none are taken. */
  readonly maxUploadBytes: number;
  readonly issues: IssuesConfig;
  /** Share of the answers that are copied for people who check them. */
  readonly reviewRate: number;
  readonly memory: MemoryConfig;
  /** The first encrypts, all decrypt; empty: payloads are stored as they are. */
  readonly encryptionKeys: readonly EncryptionKey[];
  readonly allowMixedBuilds: boolean;
  /** Digests of the variables, see {@link digestSettings}. */
  readonly settings: { readonly salt: string; readonly digests: Readonly<Record<string, string>> };
  /** Digest of what the process runs, made with the same salt when it is asked for; see `digestRuntime`. */
  readonly runtime: () => string;
}

export interface SupervisorConfig {
  readonly home: string;
  readonly binary: TemporalBinarySettings;
  /** First choice for the server's port; 0: any free one. */
  readonly temporalPort: number;
  /** Environment of the worker process, without the variables that name another Temporal Service. */
  readonly workerEnvironment: NodeJS.ProcessEnv;
}

/** The environment is not usable; the message names every problem and what to do. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/**
 * The only place where the worker reads the environment.
 *
 * @param settings instead of those in the config file of the home
 * @throws {ConfigurationError} with all problems at once
 */
export function loadWorkerConfig(given: NodeJS.ProcessEnv = process.env, settings?: FileSettings): WorkerConfig {
  const problems: string[] = [];
  const reject = (problem: string) => problems.push(problem);
  const environment = withSettingsFile(withSecretFiles(given, reject), reject, settings);
  const variables = createEnvironment(environment);
  for (const problem of problems) variables.reject(problem);
  const home = checkedHome(environment, variables);
  const temporal = attempt(variables, () => readTemporal(environment, home));
  const taskQueue = attempt(variables, () => queueOf(variables, home));
  const allowMixedBuilds = variables.read('worker.allow-mixed-builds');
  const salt = randomBytes(16).toString('base64url');
  const digests = digestSettings(environment, salt);
  const runtime = () => digestRuntime(environment, salt);
  const work = readWork(variables);
  const embedding = work.embedding ?? findAddedModel(join(home, ADDED_MODEL_FOLDER));
  const config = { home, allowMixedBuilds, ...work, embedding, settings: { salt, digests }, runtime };
  if (temporal === undefined || taskQueue === undefined || variables.problems.length > 0) {
    throw new ConfigurationError(variables.problems);
  }
  return { ...config, temporal, taskQueue };
}

/** The part of the configuration that does not depend on the machine. */
function readWork(environment: Environment) {
  return {
    queues: [...new Set(environment.read('WORKER_QUEUES'))],
    capacity: readCapacity(environment),
    watching: readWatching(environment),
    deployment: environment.read('worker.deployment'),
    model: readModel(environment),
    embedding: readEmbedding(environment),
    rerank: readRerank(environment),
    ocr: readOcr(environment),
    refusesHardLinks: environment.read('documents.hard-links'),
    web: readWeb(environment),
    notices: readNotices(environment),
    calls: readCalls(environment),
    blobs: readBlobs(environment),
    buckets: readBuckets(environment),
    maxUploadBytes: environment.read('documents.uploads'),
    // Where briefings keep their issues is in their own settings; the keys are not.
    issues: { linearApiKey: environment.read('LINEAR_API_KEY') },
    reviewRate: environment.read('answers.review-rate'),
    memory: { archiveAfterMs: environment.read('memory.archive-days') * DAY_MS },
    encryptionKeys: environment.value(ENCRYPTION_KEYS_VARIABLE, encryptionKeysSchema) ?? [],
  };
}

/**
 * The variables that are set and change what a worker does, by name. Values appear only as keyed hashes, so that two
 * environments can be compared without revealing secrets.
 */
export function digestSettings(environment: NodeJS.ProcessEnv, salt: string): Record<string, string> {
  const variables = readSettings(environment);
  variables.text('PLUMBLINE_TASK_QUEUE');
  const { calls } = readWork(variables);
  return Object.fromEntries(
    [...variables.written].map(([name, value]) => {
      // The content of the file may change while its path stays.
      const meant = name === 'limits.prices' ? JSON.stringify(calls.prices) : value;
      return [name, createHmac('sha256', salt).update(`${name}=${meant}`).digest('base64url')];
    }),
  );
}

/** The only place where the supervisor reads the environment. */
export function loadSupervisorConfig(home?: string, environment: NodeJS.ProcessEnv = process.env): SupervisorConfig {
  const variables = readSettings(environment);
  const temporalPort = variables.read('PLUMBLINE_TEMPORAL_PORT');
  const supervised = checkedHome({ ...environment, ...(home !== undefined && { PLUMBLINE_HOME: home }) }, variables);
  if (variables.problems.length > 0) throw new ConfigurationError(variables.problems);
  const cache = variables.read('XDG_CACHE_HOME') ?? join(homedir(), '.cache');
  return {
    home: supervised,
    binary: {
      cliPath: variables.read('TEMPORAL_CLI_PATH'),
      searchPath: environment['PATH'] ?? '',
      cacheDirectory: join(cache, 'plumbline', `temporal-${TEMPORAL_CLI_VERSION}`),
      environment,
    },
    temporalPort,
    workerEnvironment: Object.fromEntries(
      Object.entries(environment).filter(([name]) => !name.startsWith('TEMPORAL_')),
    ),
  };
}

function checkedHome(environment: NodeJS.ProcessEnv, variables: Environment): string {
  const home = homeOf(environment);
  const problem = homeProblem(home);
  if (problem !== null) variables.reject(problem);
  return home;
}

/** @throws {DamagedStoreIdError} */
function queueOf(variables: Environment, home: string): string | undefined {
  const given = variables.read('PLUMBLINE_TASK_QUEUE');
  // The store's id is not created where the home is refused.
  return given ?? (variables.problems.length === 0 ? defaultTaskQueue(loadStoreId(home)) : undefined);
}

function attempt<Value>(environment: Environment, load: () => Value): Value | undefined {
  try {
    return load();
  } catch (error) {
    environment.reject(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** The data of its languages must be installed. */
function readOcr(environment: Environment): string | null {
  const languages = environment.read('PLUMBLINE_OCR');
  const problem = languages === null ? null : problemOfLanguages(languages);
  if (problem !== null) environment.reject(`PLUMBLINE_OCR: ${problem}`);
  return languages;
}

/** Keys of issue trackers; undefined: not set. */
interface IssuesConfig {
  readonly linearApiKey: string | undefined;
}

/** How any bucket is reached. */
type BucketAccess = Omit<S3Settings, 'bucket' | 'prefix'>;

/** A bucket for texts, and the copies of them on the disk. */
export interface BlobsConfig extends S3Settings {
  /** Most that the copies take, in bytes. */
  readonly cacheBytes: number;
}

export function readBlobs(environment: Environment): BlobsConfig | null {
  const place = environment.read('storage.blobs');
  if (place === undefined) return null;
  const access = readBuckets(environment);
  const cacheBytes = environment.read('storage.blob-cache');
  if (access === null) {
    environment.reject('storage.blobs: needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
    return null;
  }
  return { ...place, ...access, cacheBytes };
}

/** How buckets are reached; null without keys. */
export function readBuckets(environment: Environment): BucketAccess | null {
  const accessKeyId = environment.read('AWS_ACCESS_KEY_ID') ?? '';
  const secretAccessKey = environment.read('AWS_SECRET_ACCESS_KEY') ?? '';
  if (accessKeyId === '' || secretAccessKey === '') return null;
  return {
    endpoint: environment.read('storage.blobs-endpoint') ?? null,
    region: environment.read('storage.blobs-region'),
    accessKeyId,
    secretAccessKey,
    sessionToken: environment.read('AWS_SESSION_TOKEN') ?? null,
  };
}

/** Where paid calls and their answers are stored, and what they cost. */
interface CallsConfig {
  /** `postgres://…`; null: a file in the home. Contains a password. */
  readonly databaseUrl: string | null;
  /** How long other runs may reuse an answer of a model or a search. */
  readonly answerTtlMs: number;
  readonly prices: PriceTable;
  /** Of users and tenants. */
  readonly quotas: Quotas;
}

/** Where answers are kept, for how long, and what they cost. */
export function readCalls(environment: Environment): CallsConfig {
  return {
    databaseUrl: environment.read('PLUMBLINE_DATABASE_URL') ?? null,
    answerTtlMs: environment.read('answers.ttl-hours') * HOUR_MS,
    prices: readPrices(environment),
    quotas: environment.read('limits.quotas') ?? NO_QUOTAS,
  };
}
