import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import type { NativeConnectionOptions } from '@temporalio/worker';
import { z } from 'zod';
import { defaultTaskQueue } from '../workflows/contracts/embedded-state.ts';
import { WORK_KINDS, type WorkKind } from '../workflows/contracts/task-queues.ts';
import { DamagedStoreIdError, loadStoreId } from './store-id.ts';
import { loadRecordedState } from './supervisor/embedded-state-file.ts';
import { TEMPORAL_CLI_VERSION, type TemporalBinarySettings } from './temporal-cli/binary-provision.ts';

export interface ModelConfig {
  readonly apiKey: string;
  /** Undefined: the OpenAI service. */
  readonly baseURL: string | undefined;
  /** Model of the role `main`. */
  readonly model: string;
  /** Model of the role `small`. */
  readonly smallModel: string;
}

export interface WorkerConfig {
  /** Absolute path of the project's store. */
  readonly home: string;
  readonly temporal: {
    readonly address: string;
    readonly namespace: string;
    readonly connection: NativeConnectionOptions;
  };
  /** Base queue; see `taskQueueFor`. */
  readonly taskQueue: string;
  readonly queues: readonly WorkKind[];
  /** Null: the offline engine. */
  readonly model: ModelConfig | null;
  readonly allowMixedBuilds: boolean;
}

export interface SupervisorConfig {
  readonly home: string;
  readonly binary: TemporalBinarySettings;
  /** First choice for the server's port; 0: any free one. */
  readonly temporalPort: number;
  /** Environment of the worker process, without the variables that would lead it to another Temporal Service. */
  readonly workerEnvironment: NodeJS.ProcessEnv;
}

/** The environment is not usable; the message names every problem and what to do. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

const MODEL_MISSING =
  'a model endpoint is set (OPENAI_API_KEY or OPENAI_BASE_URL) but no model: set PLUMBLINE_MODEL to the name of a model, or unset both for the offline engine';
const ENDPOINT_MISSING =
  'PLUMBLINE_MODEL is set but no endpoint: set OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own';

const text = z
  .string()
  .optional()
  .transform((value) => value?.trim() || undefined);

const environmentSchema = z.object({
  PLUMBLINE_HOME: text,
  PLUMBLINE_TASK_QUEUE: text,
  PLUMBLINE_ALLOW_MIXED_BUILDS: text.pipe(z.enum(['0', '1'], 'must be 0 or 1').optional()),
  WORKER_QUEUES: text
    .transform((value): string[] => value?.split(',').map((name) => name.trim()) ?? [...WORK_KINDS])
    .pipe(z.array(z.enum(WORK_KINDS, `lists the queues to serve: any of ${WORK_KINDS.join(',')}`))),
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: text.pipe(z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional()),
  PLUMBLINE_MODEL: text,
  PLUMBLINE_SMALL_MODEL: text,
});
type Environment = z.infer<typeof environmentSchema>;

/**
 * The only place where the worker reads the environment.
 *
 * @throws {ConfigurationError} with all problems at once
 */
export function loadWorkerConfig(environment: NodeJS.ProcessEnv = process.env): WorkerConfig {
  const parsed = environmentSchema.safeParse(environment);
  const problems = [...(parsed.error === undefined ? [] : describeIssues(parsed.error)), ...modelProblems(environment)];
  const home = homeOf(environment);
  const temporal = attempt(problems, () => loadTemporal(environment, home));
  const taskQueue = attempt(problems, () => environment['PLUMBLINE_TASK_QUEUE']?.trim() || queueOfStore(home));
  if (!parsed.success || temporal === undefined || taskQueue === undefined || problems.length > 0) {
    throw new ConfigurationError(problems);
  }
  return {
    home,
    temporal,
    taskQueue,
    queues: [...new Set(parsed.data.WORKER_QUEUES)],
    model: modelOf(parsed.data),
    allowMixedBuilds: parsed.data.PLUMBLINE_ALLOW_MIXED_BUILDS === '1',
  };
}

/** The only place where the supervisor reads the environment. */
export function loadSupervisorConfig(home?: string, environment: NodeJS.ProcessEnv = process.env): SupervisorConfig {
  const port = z.coerce
    .number()
    .int()
    .min(0)
    .max(64_535)
    .safeParse(environment['PLUMBLINE_TEMPORAL_PORT']?.trim() || 7233);
  if (!port.success)
    throw new ConfigurationError(['PLUMBLINE_TEMPORAL_PORT: must be a port number, or 0 for any free one']);
  const cache = environment['XDG_CACHE_HOME']?.trim() || join(homedir(), '.cache');
  return {
    home: homeOf({ ...environment, ...(home !== undefined && { PLUMBLINE_HOME: home }) }),
    binary: {
      cliPath: environment['TEMPORAL_CLI_PATH']?.trim() || undefined,
      searchPath: environment['PATH'] ?? '',
      cacheDirectory: join(cache, 'plumbline', `temporal-${TEMPORAL_CLI_VERSION}`),
      environment,
    },
    temporalPort: port.data,
    workerEnvironment: Object.fromEntries(
      Object.entries(environment).filter(([name]) => !name.startsWith('TEMPORAL_')),
    ),
  };
}

/** Absolute and without symbolic links, so that one folder is one home however it is written. */
export function homeOf(environment: NodeJS.ProcessEnv): string {
  const home = resolve(environment['PLUMBLINE_HOME']?.trim() || '.plumbline');
  try {
    return realpathSync(home);
  } catch {
    // It does not exist yet; whoever needs it creates it and reports why it cannot.
    return home;
  }
}

function loadTemporal(environment: NodeJS.ProcessEnv, home: string): WorkerConfig['temporal'] {
  const namesFile = Boolean(environment['TEMPORAL_PROFILE'] ?? environment['TEMPORAL_CONFIG_FILE']);
  const variables = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const { connectionOptions, namespace } = loadClientConnectConfig({
    overrideEnvVars: Object.fromEntries(variables),
    // A default profile on the machine must not lead an embedded worker to another service; a named one is meant.
    disableFile: !namesFile,
    ...(environment['TEMPORAL_PROFILE'] && { profile: environment['TEMPORAL_PROFILE'] }),
  });
  const address = connectionOptions.address || loadRecordedState(home)?.address || '127.0.0.1:7233';
  if (!/^[^\s/]+:\d{1,5}$/.test(address)) throw new Error(`TEMPORAL_ADDRESS: "${address}" is not host:port`);
  return { address, namespace: namespace ?? 'default', connection: { ...connectionOptions, address } };
}

function queueOfStore(home: string): string {
  try {
    return defaultTaskQueue(loadStoreId(home));
  } catch (error) {
    if (error instanceof DamagedStoreIdError) throw error;
    throw new Error(`PLUMBLINE_HOME: cannot write to ${home} (${reasonOf(error)})`);
  }
}

function modelProblems(environment: NodeJS.ProcessEnv): string[] {
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  const hasEndpoint = isSet('OPENAI_API_KEY') || isSet('OPENAI_BASE_URL');
  const hasModel = isSet('PLUMBLINE_MODEL');
  if (hasEndpoint && !hasModel) return [MODEL_MISSING];
  if (!hasEndpoint && (hasModel || isSet('PLUMBLINE_SMALL_MODEL'))) return [ENDPOINT_MISSING];
  return [];
}

function modelOf(environment: Environment): ModelConfig | null {
  const model = environment.PLUMBLINE_MODEL;
  if (model === undefined) return null;
  return {
    // Local servers ask for no key, but the client library insists on one.
    apiKey: environment.OPENAI_API_KEY ?? 'none',
    baseURL: environment.OPENAI_BASE_URL,
    model,
    smallModel: environment.PLUMBLINE_SMALL_MODEL ?? model,
  };
}

function describeIssues(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${String(issue.path[0] ?? 'environment')}: ${issue.message}`);
}

function attempt<Value>(problems: string[], load: () => Value): Value | undefined {
  try {
    return load();
  } catch (error) {
    problems.push(reasonOf(error));
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
