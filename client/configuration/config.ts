import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ClientConnectConfig } from '@temporalio/envconfig';
import { z } from 'zod';
import { type EncryptionKey, encryptionKeysSchema } from '../../payloads/encryption-keys.ts';
import { defaultTaskQueue, temporalPortSchema } from '../../workflows/contracts/embedded-state.ts';
import { UsageError } from '../errors/failures.ts';

export interface TerminalConfig {
  /** The terminal is interactive, so questions may be asked. */
  readonly canAsk: boolean;
  /** Progress (stderr) may be redrawn in place. */
  readonly canRedraw: boolean;
  /** Results (stdout) go to a terminal. */
  readonly showsResults: boolean;
  readonly progressColour: boolean;
  readonly resultColour: boolean;
  /** Requested width; null: the terminal's own. */
  readonly columns: number | null;
}

export interface ClientConfig {
  /** Absolute path of the store, which also holds the embedded server's files. */
  readonly home: string;
  /** Null: the queue that carries the store's id. */
  readonly taskQueue: string | null;
  /** Tenant of the runs, for servers with fairness between tenants. */
  readonly tenant: string | null;
  /** An address or profile of a Temporal Service is given; there is no fallback to the embedded server. */
  readonly usesExternalTemporal: boolean;
  /** Model named by the environment; null: none, so any worker matches. */
  readonly model: string | null;
  /** The first encrypts, all decrypt; empty: nothing is encrypted. */
  readonly encryptionKeys: readonly EncryptionKey[];
  readonly terminal: TerminalConfig;
  readonly showsStackTraces: boolean;
  /** Only passed on to other processes and parts. */
  readonly environment: NodeJS.ProcessEnv;
}

export interface StandardStreams {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean };
  readonly stderr: { readonly isTTY?: boolean };
}

const optionalText = z
  .string()
  .optional()
  // Compose files and CI systems pass unset variables on as empty text.
  .transform((text) => (text === undefined || text.trim() === '' ? undefined : text.trim()));

const environmentSchema = z.object({
  PLUMBLINE_HOME: optionalText,
  PLUMBLINE_MODEL: optionalText,
  PLUMBLINE_TASK_QUEUE: optionalText.pipe(
    z
      .string()
      .regex(/^[\w.:/-]{1,200}$/, 'use 1 to 200 letters, digits and . _ : / -')
      .optional(),
  ),
  PLUMBLINE_TEMPORAL_PORT: optionalText.pipe(temporalPortSchema.optional()),
  PLUMBLINE_TENANT: optionalText.pipe(
    z
      .string()
      .regex(/^[\w.-]{1,64}$/, 'use 1 to 64 letters, digits and . _ -')
      .optional(),
  ),
  PLUMBLINE_ENCRYPTION_KEYS: optionalText.pipe(encryptionKeysSchema.optional()),
  PLUMBLINE_DEBUG: optionalText.pipe(z.enum(['0', '1'], 'use 0 or 1').optional()),
  COLUMNS: optionalText,
  NO_COLOR: optionalText,
  TERM: optionalText,
  CI: optionalText,
  TEMPORAL_ADDRESS: optionalText.pipe(
    z
      .string()
      .regex(/^\S+:\d{1,5}$/, 'use host:port, like 127.0.0.1:7233')
      .optional(),
  ),
  TEMPORAL_PROFILE: optionalText,
  TEMPORAL_CONFIG_FILE: optionalText,
});

/** The only place where the client reads the environment; reports every problem at once. @throws {UsageError} */
export function loadClientConfig(
  environment: NodeJS.ProcessEnv = process.env,
  streams: StandardStreams = process,
): ClientConfig {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new UsageError(`the environment is not usable\n  ${problems.join('\n  ')}`);
  }
  const values = parsed.data;
  return {
    home: homeAt(resolve(values.PLUMBLINE_HOME ?? '.plumbline')),
    taskQueue: values.PLUMBLINE_TASK_QUEUE ?? null,
    tenant: values.PLUMBLINE_TENANT ?? null,
    usesExternalTemporal: [values.TEMPORAL_ADDRESS, values.TEMPORAL_PROFILE, values.TEMPORAL_CONFIG_FILE].some(
      (value) => value !== undefined,
    ),
    model: values.PLUMBLINE_MODEL ?? null,
    encryptionKeys: values.PLUMBLINE_ENCRYPTION_KEYS ?? [],
    terminal: describeTerminal(values, streams),
    showsStackTraces: values.PLUMBLINE_DEBUG === '1',
    environment,
  };
}

/** Without symbolic links, so that one folder is always the same home. */
function homeAt(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // It does not exist yet and is created when it is needed.
    return path;
  }
}

function describeTerminal(
  values: z.infer<typeof environmentSchema>,
  { stdin, stdout, stderr }: StandardStreams,
): TerminalConfig {
  const isCapable = values.TERM !== 'dumb';
  const mayColour = values.NO_COLOR === undefined && isCapable;
  return {
    canAsk: stdin.isTTY === true && stderr.isTTY === true && isCapable && values.CI === undefined,
    canRedraw: stderr.isTTY === true && isCapable,
    showsResults: stdout.isTTY === true,
    progressColour: mayColour && stderr.isTTY === true,
    resultColour: mayColour && stdout.isTTY === true,
    columns: columnsOf(values.COLUMNS),
  };
}

/** Terminals and CI systems set the variable, some of them to 0; an unusable value is ignored. */
function columnsOf(text: string | undefined): number | null {
  const columns = Number(text);
  return Number.isInteger(columns) && columns >= 20 && columns <= 1_000 ? columns : null;
}

/** Task queue of this store: two stores on one server never take each other's work. */
export async function loadTaskQueue(config: ClientConfig): Promise<string> {
  if (config.taskQueue !== null) return config.taskQueue;
  const { DamagedStoreIdError, loadStoreId } = await import('../../workers/local-tools.ts');
  try {
    return defaultTaskQueue(loadStoreId(config.home));
  } catch (error) {
    if (!(error instanceof DamagedStoreIdError)) throw error;
    throw new UsageError(error.message, 'Delete the file: the next start creates a new id.', { cause: error });
  }
}

/** Address, namespace, TLS and key of the Temporal Service in the standard variables and profiles. */
export async function loadTemporalConnection(config: ClientConfig): Promise<ClientConnectConfig> {
  const { loadClientConnectConfig } = await import('@temporalio/envconfig');
  const variables = Object.entries(config.environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  try {
    return loadClientConnectConfig({
      overrideEnvVars: Object.fromEntries(variables),
      // Ignore a default profile of the machine; use one that is named.
      disableFile: !config.environment['TEMPORAL_PROFILE'] && !config.environment['TEMPORAL_CONFIG_FILE'],
    });
  } catch (error) {
    throw new UsageError(
      `the Temporal settings are not usable: ${error instanceof Error ? error.message : String(error)}`,
      'Check the TEMPORAL_* variables and the profile file.',
      { cause: error },
    );
  }
}
