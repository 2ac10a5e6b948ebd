import { defaultTaskQueue } from '@plumbline/contracts/common/embedded-state';
import {
  createEnvironment,
  type Environment,
  unknownVariables,
} from '@plumbline/contracts/settings/environment-reader';
import type { ClientConnectConfig } from '@temporalio/envconfig';
import { ENCRYPTION_KEYS_VARIABLE, type EncryptionKey, encryptionKeysSchema } from '../../payloads/encryption-keys.ts';
import { withFolderSettings, withSecretFiles, withSettingsFile } from '../../workers/config/settings-files.ts';
import { homeOf, homeProblem } from '../../workers/home/home-folder.ts';
import { DamagedStoreIdError, loadStoreId } from '../../workers/home/store-id.ts';
import { UsageError } from '../errors/failures.ts';

export interface TerminalConfig {
  /** The terminal is interactive, so questions may be asked. */
  readonly canAsk: boolean;
  /** Progress (stderr) may be redrawn in place. */
  readonly canRedraw: boolean;
  /** Results (stdout) go to a terminal. */
  readonly showsResults: boolean;
  /** A person sees progress and results, so the next command may follow soon. */
  readonly isAttended: boolean;
  readonly progressColour: boolean;
  readonly resultColour: boolean;
  /** Requested width; null: the terminal's own. */
  readonly columns: number | null;
}

export interface ClientConfig {
  /** Absolute path of the store, which also contains the embedded server's files. */
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
  /** How long server and worker stay after a command on a terminal. */
  readonly lingerMinutes: number;
  /** Null: requests to the HTTP API need none. */
  readonly httpToken: string | null;
  /** Whose tokens the HTTP API accepts as well; null: there is no issuer. */
  readonly issuer: IssuerSettings | null;
  /** Null: the page asks for a token. */
  readonly login: LoginSettings | null;
  /** Where people reach the page; null: not known. */
  readonly pageUrl: string | null;
  readonly terminal: TerminalConfig;
  readonly showsStackTraces: boolean;
  /** What is meant where a command says nothing else. */
  readonly usual: UsualOptions;
  /** What a person should know of the settings. */
  readonly notes: readonly string[];
  /** Only passed on to other processes and parts, which read the settings file of the home themselves. */
  readonly environment: NodeJS.ProcessEnv;
}

/** Of the config file. */
export interface UsualOptions {
  /** What is searched. */
  readonly folders: readonly string[];
  readonly citeThreshold: number | undefined;
}

/** An issuer of OpenID Connect, and what its tokens must say. */
export interface IssuerSettings {
  readonly issuer: string;
  readonly audience: string;
  /** Claim that names the user. */
  readonly userClaim: string;
  /** Claim that names the tenant; null: users have none. */
  readonly tenantClaim: string | null;
}

/** What people sign in with on the page. */
export interface LoginSettings {
  readonly clientId: string;
  /** Null: a public client. */
  readonly clientSecret: string | null;
  readonly scope: string;
  /** Where people reach the page; null: at the address that the browser has. */
  readonly pageUrl: string | null;
}

export interface StandardStreams {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean };
  readonly stderr: { readonly isTTY?: boolean };
}

/** The only place where the client reads the environment; reports every problem at once. @throws {UsageError} */
export function loadClientConfig(
  given: NodeJS.ProcessEnv = process.env,
  streams: StandardStreams = process,
): ClientConfig {
  const fileProblems: string[] = [];
  const reject = (problem: string) => fileProblems.push(problem);
  const notes = unknownVariables(given).flatMap((name) => (name.includes(' (now ') ? [`not read: ${name}`] : []));
  const passedOn = withFolderSettings(withSecretFiles(given, reject), reject, (note) => notes.push(note));
  const environment = withSettingsFile(passedOn, reject);
  const variables = createEnvironment(environment);
  for (const found of fileProblems) variables.reject(found);
  const home = homeOf(environment);
  const problem = homeProblem(home);
  if (problem !== null) variables.reject(problem);
  const config = {
    home,
    taskQueue: variables.read('PLUMBLINE_TASK_QUEUE') ?? null,
    tenant: variables.read('temporal.tenant') ?? null,
    usesExternalTemporal: namesTemporalService(variables),
    model: variables.read('PLUMBLINE_MODEL') ?? null,
    encryptionKeys: variables.value(ENCRYPTION_KEYS_VARIABLE, encryptionKeysSchema) ?? [],
    lingerMinutes: variables.read('temporal.linger'),
    httpToken: variables.read('PLUMBLINE_HTTP_TOKEN') ?? null,
    issuer: readIssuer(variables),
    login: readLogin(variables),
    pageUrl: variables.read('page.url') ?? null,
    terminal: describeTerminal(variables, streams),
    showsStackTraces: variables.read('worker.log-level') === 'debug',
    usual: {
      folders: variables.read('documents.folders')?.split('\n') ?? [],
      citeThreshold: variables.read('answers.cite-threshold'),
    },
    notes,
    environment: passedOn,
  };
  // Others use them, but the command can say at once that they are wrong.
  variables.read('PLUMBLINE_TEMPORAL_PORT');
  variables.read('limits.quotas');
  if (variables.problems.length === 0) return config;
  throw new UsageError(`the settings are not usable\n  ${variables.problems.join('\n  ')}`);
}

function readIssuer(environment: Environment): IssuerSettings | null {
  const issuer = environment.read('oidc.issuer');
  // As tokens that are for this server alone name it.
  const audience = environment.read('oidc.audience') ?? environment.read('oidc.client-id');
  const userClaim = environment.read('oidc.user-claim');
  const tenantClaim = environment.read('oidc.tenant-claim') ?? null;
  if (issuer === undefined && audience === undefined) return null;
  if (issuer !== undefined && audience !== undefined) return { issuer, audience, userClaim, tenantClaim };
  // Without an audience, a token for any other service would do.
  const missing = issuer === undefined ? 'issuer: set it' : 'client-id: set it, or oidc.audience,';
  environment.reject(`oidc.${missing} as well`);
  return null;
}

function readLogin(environment: Environment): LoginSettings | null {
  const clientId = environment.read('oidc.client-id');
  const clientSecret = environment.read('PLUMBLINE_OIDC_CLIENT_SECRET') ?? null;
  const scope = environment.read('oidc.scope');
  const pageUrl = environment.read('page.url') ?? null;
  if (!scope.split(' ').includes('openid')) environment.reject('oidc.scope: openid is missing');
  return clientId === undefined ? null : { clientId, clientSecret, scope, pageUrl };
}

function namesTemporalService(environment: Environment): boolean {
  const names = ['TEMPORAL_ADDRESS', 'TEMPORAL_PROFILE', 'TEMPORAL_CONFIG_FILE'] as const;
  return names.map((name) => environment.read(name)).some((value) => value !== undefined);
}

function describeTerminal(environment: Environment, { stdin, stdout, stderr }: StandardStreams): TerminalConfig {
  const isCapable = environment.read('TERM') !== 'dumb';
  const mayColour = !environment.has('NO_COLOR') && isCapable;
  return {
    canAsk: stdin.isTTY === true && stderr.isTTY === true && isCapable && !environment.has('CI'),
    canRedraw: stderr.isTTY === true && isCapable,
    showsResults: stdout.isTTY === true,
    isAttended: stdout.isTTY === true && stderr.isTTY === true && !environment.has('CI'),
    progressColour: mayColour && stderr.isTTY === true,
    resultColour: mayColour && stdout.isTTY === true,
    columns: columnsOf(environment.read('COLUMNS')),
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
      // Ignores a default profile of the machine; uses a named one.
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
