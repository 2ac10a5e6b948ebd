import type { Client, Connection, ConnectionOptions } from '@temporalio/client';
import type { Stores } from '../../workers/assembly/stores.ts';
import { type ClientConfig, loadClientConfig, loadTaskQueue, loadTemporalConnection } from '../configuration/config.ts';
import type { ConversationClient } from '../conversations/conversation-client.ts';
import { commands, EnvironmentError } from '../errors/failures.ts';
import type { OtherStore } from '../runs/other-store.ts';
import type { ResearchClient } from '../runs/research-client.ts';
import type { StartOptions } from '../runs/research-start.ts';
import { compareSettings } from './worker-settings.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/** A connected client; in embedded mode it keeps server and worker running until it is closed. */
export interface TemporalAccess {
  readonly research: ResearchClient;
  readonly conversations: ConversationClient;
  /** Temporal's own client, with the data converter of the project. */
  readonly client: Client;
  /** Queue of the workflows. */
  readonly taskQueue: string;
  readonly address: string;
  /** The worker keeps reports and texts elsewhere; null: here, as far as is known. */
  readonly otherStore: OtherStore | null;
  readonly startedHere: boolean;
  /** Only this command uses the embedded server, which ends with it or some minutes later unless `keep` is set. */
  readonly endsAfterwards: boolean;
  /** Address of the Web UI, with protocol; null when unknown. */
  readonly webUi: string | null;
  /** Address of a run in the Web UI; null when the Web UI's address is unknown. */
  webUiOf(researchId: string): string | null;
  /**
   * @param lingerSeconds how long the embedded server stays without a command; left out: as long as without this one
   * @returns ISO time until which it stays without a command; null: it has stopped, or stays anyway
   */
  readonly close: (lingerSeconds?: number) => Promise<string | null>;
}

export interface ConnectOptions {
  /** The embedded server keeps running after `close`, so that runs continue. */
  readonly keep?: boolean;
  /** Called with a line of progress while the embedded server starts. */
  readonly onProgress?: (line: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Connects to the configured Temporal Service, or starts or joins the embedded server with its worker.
 *
 * @param keep the embedded server keeps running when this command ends
 * @throws {EnvironmentError}
 */
export async function reachTemporal(
  config: ClientConfig,
  {
    keep,
    onPhase,
    signal,
  }: { readonly keep: boolean; readonly onPhase: (line: string) => void; readonly signal: AbortSignal },
): Promise<TemporalAccess> {
  if (config.usesExternalTemporal) return reachExternal(config);
  const { startOrJoin } = await import('./embedded.ts');
  const starting = startOrJoin({
    home: config.home,
    environment: config.environment,
    keep,
    onPhase(detail, { phase, address }) {
      // The start of the worker hides the time that loading takes.
      if (address !== null) void loadClientParts();
      // The return says that it is ready.
      if (phase !== 'ready') onPhase(detail);
    },
  });
  // The supervisor notices by itself when a waiting command ends.
  const server = await untilAborted(signal, starting);
  try {
    const notice = await compareSettings(config, server.worker);
    if (notice !== null) onPhase(notice);
  } catch (error) {
    await server.release();
    throw error;
  }
  return connectTo(config, {
    connection: { address: server.address },
    namespace: 'default',
    uiAddress: server.uiAddress,
    startedHere: server.startedHere,
    endsAfterwards: server.startedHere || server.lingered,
    release: (lingerSeconds) => server.release(lingerSeconds),
  });
}

/** A server that was there, and is left as it is. */
const STAYS = { startedHere: false, endsAfterwards: false, release: async () => null };

/** Like {@link reachTemporal}, but starts nothing. @returns null when the embedded server is not running */
export async function joinTemporal(config: ClientConfig): Promise<TemporalAccess | null> {
  if (config.usesExternalTemporal) return reachExternal(config);
  const { readState } = await import('./embedded.ts');
  const state = await readState(config.home);
  if (state?.address === undefined || state.address === null) return null;
  return connectTo(config, {
    connection: { address: state.address },
    namespace: 'default',
    uiAddress: state.uiAddress,
    ...STAYS,
  });
}

/** Ends the waiting for a value, not what is waited for. @throws the signal's reason when it is aborted */
export async function untilAborted<Value>(signal: AbortSignal, value: Promise<Value>): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    signal.throwIfAborted();
    return await Promise.race([value, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    // A caller that stops waiting does not hear how it ends.
    value.catch(() => undefined);
  }
}

async function reachExternal(config: ClientConfig): Promise<TemporalAccess> {
  const { connectionOptions, namespace } = await loadTemporalConnection(config);
  return connectTo(config, {
    // The profile loader types the options for the worker's connection; the client's reads the same fields.
    connection: connectionOptions as ConnectionOptions,
    namespace: namespace ?? 'default',
    uiAddress: null,
    ...STAYS,
  });
}

interface ServerToReach {
  readonly connection: ConnectionOptions;
  readonly namespace: string;
  readonly uiAddress: string | null;
  readonly startedHere: boolean;
  readonly endsAfterwards: boolean;
  release(lingerSeconds?: number): Promise<string | null>;
}

/** Loaded with the first command that reaches a server: most others do not need it. */
async function loadClientParts() {
  const [
    { Client, Connection },
    { retriedCalls },
    { innermostMessage },
    { createDataConverter, createListConverter },
    { createResearchClient },
    { createConversationClient },
    { findOtherStore },
  ] = await Promise.all([
    import('@temporalio/client'),
    import('./retried-calls.ts'),
    import('../errors/temporal-errors.ts'),
    import('../../payloads/data-converter.ts'),
    import('../runs/research-client.ts'),
    import('../conversations/conversation-client.ts'),
    import('../runs/other-store.ts'),
  ]);
  return {
    Client,
    Connection,
    retriedCalls,
    innermostMessage,
    createDataConverter,
    createListConverter,
    createResearchClient,
    createConversationClient,
    findOtherStore,
  };
}

async function connectTo(config: ClientConfig, server: ServerToReach): Promise<TemporalAccess> {
  const { Connection, retriedCalls, innermostMessage } = await loadClientParts();
  const address = server.connection.address ?? 'localhost:7233';
  const webUi =
    server.uiAddress === null || server.uiAddress.includes('://') ? server.uiAddress : `http://${server.uiAddress}`;
  try {
    const connection = await Connection.connect({
      ...server.connection,
      connectTimeout: CONNECT_TIMEOUT_MS,
      interceptors: retriedCalls(),
    });
    return {
      ...(await openResearch(config, connection, server.namespace)),
      address,
      startedHere: server.startedHere,
      endsAfterwards: server.endsAfterwards,
      webUi,
      webUiOf: (researchId) => (webUi === null ? null : `${webUi}${runPathOf(server.namespace, researchId)}`),
      async close(lingerSeconds) {
        await connection.close();
        return server.release(lingerSeconds);
      },
    };
  } catch (error) {
    await server.release();
    throw new EnvironmentError(
      `Temporal does not answer at ${address} (${innermostMessage(error)})`,
      config.usesExternalTemporal
        ? 'Start that service, correct TEMPORAL_ADDRESS, or unset it to use the embedded server.'
        : `Find out why: ${commands.doctor()}`,
      { cause: error },
    );
  }
}

async function openResearch(
  config: ClientConfig,
  connection: Connection,
  namespace: string,
): Promise<Pick<TemporalAccess, 'research' | 'conversations' | 'client' | 'taskQueue' | 'otherStore'>> {
  const parts = await loadClientParts();
  const taskQueue = await loadTaskQueue(config);
  const { encryptionKeys, tenant } = config;
  const client = new parts.Client({ connection, namespace, dataConverter: parts.createDataConverter(encryptionKeys) });
  const listing = new parts.Client({ connection, namespace, dataConverter: parts.createListConverter(encryptionKeys) });
  const hidesQuestions = encryptionKeys.length > 0;
  const { environment } = config;
  let stores: Promise<Stores> | undefined;
  const opened = () =>
    (stores ??= import('../../workers/assembly/stores.ts').then(({ openStores }) => openStores(environment)));
  const spending: StartOptions['spending'] = {
    countRun: async (userId) => (await opened()).spending.countRun(userId),
    uncountRun: async (userId) => (await opened()).spending.uncountRun(userId),
  };
  const shared = { client, taskQueue, tenant, hidesQuestions, spending };
  const store = async () => (await opened()).runs;
  const research = parts.createResearchClient({ ...shared, listing, environment, store });
  // The embedded server belongs to the store.
  const otherStore = config.usesExternalTemporal
    ? await parts.findOtherStore(client, taskQueue, config.environment)
    : null;
  return { research, conversations: parts.createConversationClient(shared), client, taskQueue, otherStore };
}

function runPathOf(namespace: string, researchId: string): string {
  return `/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(researchId)}`;
}

/**
 * Connects as the command line does, with the same environment variables: to the Temporal Service in `TEMPORAL_ADDRESS`, or
 * to the embedded server of `PLUMBLINE_HOME`, which is started with a worker if needed. Close the connection at the end.
 *
 * @throws {UsageError} when a variable is not usable
 * @throws {EnvironmentError} when Temporal cannot be reached or started
 */
export function connect({ keep = false, onProgress, signal }: ConnectOptions = {}): Promise<TemporalAccess> {
  return reachTemporal(loadClientConfig(), {
    keep,
    onPhase: onProgress ?? (() => {}),
    signal: signal ?? new AbortController().signal,
  });
}
