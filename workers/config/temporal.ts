import { loadClientConnectConfig } from '@temporalio/envconfig';
import type { NativeConnectionOptions } from '@temporalio/worker';
import { loadRecordedState } from '../home/home-folder.ts';

/** The namespace that a development server begins with. */
export const EMBEDDED_NAMESPACE = 'default';

/** The last version whose module has no replace lines, so that `go install` accepts it. */
export const TEMPORAL_CLI_VERSION = 'v1.5.1';

export interface TemporalBinarySettings {
  /** TEMPORAL_CLI_PATH. */
  readonly cliPath: string | undefined;
  /** PATH. */
  readonly searchPath: string;
  /** Contains the project's own copy, shared by all checkouts of a user. */
  readonly cacheDirectory: string;
  /** Environment for the tools that download or build. */
  readonly environment: NodeJS.ProcessEnv;
}

export interface TemporalConfig {
  readonly address: string;
  readonly namespace: string;
  readonly connection: NativeConnectionOptions;
}

/**
 * The Temporal Service of the `TEMPORAL_*` variables, or the embedded one of the home.
 *
 * @throws {Error} with a message for users
 */
export function readTemporal(environment: NodeJS.ProcessEnv, home: string): TemporalConfig {
  const namesFile = Boolean(environment['TEMPORAL_PROFILE'] ?? environment['TEMPORAL_CONFIG_FILE']);
  const variables = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const { connectionOptions, namespace } = loadClientConnectConfig({
    overrideEnvVars: Object.fromEntries(variables),
    // A default profile of the machine must not redirect an embedded worker; a named profile is deliberate.
    disableFile: !namesFile,
    ...(environment['TEMPORAL_PROFILE'] && { profile: environment['TEMPORAL_PROFILE'] }),
  });
  const address = connectionOptions.address || loadRecordedState(home)?.address || '127.0.0.1:7233';
  if (!/^[^\s/]+:\d{1,5}$/.test(address)) throw new Error(`TEMPORAL_ADDRESS: "${address}" is not host:port`);
  return { address, namespace: namespace ?? EMBEDDED_NAMESPACE, connection: { ...connectionOptions, address } };
}

/** The embedded server at this address. */
export function embeddedTemporal(address: string): TemporalConfig {
  return { address, namespace: EMBEDDED_NAMESPACE, connection: { address } };
}
