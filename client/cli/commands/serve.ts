import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { TemporalAccess } from '../../connection/temporal-access.ts';
import { example, UsageError } from '../../errors/failures.ts';
import { recordAddress } from '../../http/server/served-address.ts';
import type { ApiContext, ApiSettings } from '../../service/api-context.ts';
import type { TokenCheck } from '../../service/authentication.ts';
import type { LocalTools } from '../../service/local-tools.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { ExitCode, acting } from '../context/command.ts';
import { withTemporal } from '../context/reach.ts';
import { addScopeOptions, type ScopeOptions, createOfferedScope } from '../options/conversation-options.ts';
import { collect, parseWholeNumber } from '../options/option-values.ts';
import { parseAddress, serveCodec } from './worker.ts';

interface ServeFlags extends ScopeOptions, OutputFlags {
  readonly host: string;
  readonly port?: number;
  readonly codec?: boolean;
  readonly ui?: URL;
  readonly tokenFile?: string;
  readonly allowOrigin?: readonly string[];
  readonly rateLimit: number;
  readonly trustProxy?: readonly string[];
  readonly briefing?: readonly string[];
  readonly offer?: readonly string[];
}

const USUAL_PORT = 8_787;

const NOTE =
  '\nRequests choose among these sources and what was uploaded, by name. GET /openapi.json describes the API.';

export function addServeCommand(program: Command): void {
  const command = program
    .command('serve')
    .description('Serve questions, research runs and a page to ask and read over HTTP, while this command runs.')
    .option('--host <address>', 'address to listen on; any address except loopback needs a token', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0: any free port (default: 8787)', parsePort)
    .option('--codec', 'instead decrypt runs for the Web UI and the Temporal CLI on this machine')
    .option('--ui <address>', 'with --codec: address of the Web UI (default: the embedded server’s)', parseAddress)
    .option(
      '--token-file <file>',
      'file with the token that requests must carry, or with lines of a user and a token; changes are read while it serves (default: PLUMBLINE_HTTP_TOKEN)',
    )
    .option('--allow-origin <origin>', 'web pages of this origin may use the API; may be repeated', collectOrigin)
    .option('--offer <folder>', 'people may choose folders in this one as sources; may be repeated', collect)
    .option('--briefing <folder>', 'show the briefing in this folder; may be repeated', collect)
    .option('--rate-limit <number>', 'requests of one client in a minute', parseRate, 600)
    .option(
      '--trust-proxy <network>',
      'believe the header X-Forwarded-For of proxies in this network, like 10.0.0.0/8; may be repeated',
      collect,
    );
  addScopeOptions(command);
  command
    .addHelpText('after', example('serve --corpus docs', NOTE))
    .action(
      acting((context, flags: ServeFlags) =>
        flags.codec === true ? serveCodec(context, flags) : serve(context, flags),
      ),
    );
}

async function serve(context: CommandContext, flags: ServeFlags): Promise<ExitCode> {
  const settings = await settingsOf(context, flags);
  const folders = await openBriefings(context, flags.briefing ?? []);
  return withTemporal(context, { keep: true }, (access) =>
    serveUntilStopped(context, access, { host: flags.host, port: flags.port ?? USUAL_PORT, settings, folders }),
  );
}

/** Everything that can be wrong is said before anything starts. @throws {UsageError} */
async function settingsOf(context: CommandContext, flags: ServeFlags): Promise<ApiSettings> {
  const { checkBinding } = await import('../../http/server/listening.ts');
  const { token, login } = await accessOf(context, flags.tokenFile);
  checkBinding(flags.host, token !== null);
  const { networkOf } = await import('../../service/limits.ts');
  const tools = await context.tools();
  const { sources, conversation } = await createOfferedScope(flags, context.config, 'serve');
  return {
    sources: { ...sources, offered: await offeredBy(flags.offer ?? []) },
    conversation,
    // The page may set another one.
    get model() {
      return tools.configuration.view().variables.find(({ name }) => name === 'PLUMBLINE_MODEL')?.value ?? null;
    },
    token,
    login,
    allowedOrigins: flags.allowOrigin ?? [],
    limits: {
      maxBodyBytes: 1_000_000,
      requestsPerMinute: flags.rateLimit,
      database: await tools.openCounts(),
      trustedProxies: (flags.trustProxy ?? []).map((network) => networkOf(network)),
    },
    streaming: { pollMs: 100, lookMs: 2_000, watchMs: 1_000, heartbeatMs: 15_000 },
    closing: context.signal,
  };
}

/** By name. @throws {UsageError} for a folder that is not there */
async function offeredBy(folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { nameSources } = await import('../../service/served-sources.ts');
  const found = await Promise.all(
    folders.map((folder) =>
      realpath(folder).catch(() => {
        throw new UsageError(`--offer ${folder}: there is no such folder`, 'Check the path.');
      }),
    ),
  );
  return nameSources([...new Set(found)]);
}

/** Tokens of the file, or else the environment's, and of the issuer; none at all: requests need none. @throws {UsageError} */
async function accessOf(
  context: CommandContext,
  tokenFile: string | undefined,
): Promise<Pick<ApiSettings, 'token' | 'login'>> {
  const { httpToken, issuer, login: settings } = context.config;
  const { checkEach, checkTokens, openTokenFile } = await import('../../service/authentication.ts');
  const checks: TokenCheck[] = [];
  if (tokenFile !== undefined) {
    const onChange = (line: string) => context.output.notice(line);
    checks.push(checkTokens(await openTokenFile(tokenFile, { signal: context.signal, onChange })));
  } else if (httpToken !== null) {
    checks.push(checkTokens(() => httpToken));
  }
  let login: ApiSettings['login'] = null;
  if (issuer !== null) {
    const { checkIssuerTokens } = await import('../../service/issuer-tokens.ts');
    const check = checkIssuerTokens(issuer);
    checks.push(check);
    const { createLogin } = await import('../../service/issuer-login.ts');
    login = settings === null ? null : createLogin({ ...settings, issuer: issuer.issuer, check });
  }
  return { token: checks.length === 0 ? null : checkEach(checks), login };
}

/** Briefings are named by their settings. @throws {UsageError} for a fault in them, and for two of one name */
async function openBriefings(context: CommandContext, given: readonly string[]): Promise<readonly string[]> {
  const { openFolder } = await import('../briefings/briefing-folder.ts');
  const { sharedName } = await import('../../briefings/briefing-start.ts');
  const names = new Map<string, string>();
  for (const each of given) {
    const { folder, settings } = await openFolder(context, each);
    const other = names.get(settings.name);
    if (other !== undefined && other !== folder) throw sharedName(settings.name, other);
    names.set(settings.name, folder);
  }
  return [...names.values()];
}

interface Served extends Pick<ServeFlags, 'host'> {
  readonly port: number;
  readonly settings: ApiSettings;
  /** Of briefings. */
  readonly folders: readonly string[];
}

async function serveUntilStopped(
  context: CommandContext,
  access: TemporalAccess,
  { settings, folders, ...place }: Served,
): Promise<ExitCode> {
  const { createApp } = await import('../../http/app.ts');
  const { createServerMetrics } = await import('../../http/routes/watching.ts');
  const { listen } = await import('../../http/server/listening.ts');
  const { output, signal, config } = context;
  const tools = await context.tools();
  const api: ApiContext = {
    access,
    tools,
    briefings: await servedBriefings(context, access, folders),
    metrics: createServerMetrics(),
    ...temporalParts(context, access, tools),
    warn: (line) => output.notice(line),
    report: (error, requestId) =>
      output.notice(`error in request ${requestId}: ${error instanceof Error ? error.message : String(error)}`),
    settings,
  };
  // Loaded by the first request for it, its modules would hold up all others. What is wrong with it, that request is told.
  await tools.openMemory().catch(() => undefined);
  const server = await listen(createApp(api), place);
  const forgetAddress = await recordAddress(config.home, server.address);
  output.notice(
    `Serving ${server.address}; open it in a browser. Its API: ${server.address}/openapi.json. Stop it with Ctrl-C.`,
  );
  try {
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await forgetAddress();
    await server.close();
  }
  output.notice('Stopped. Answers and runs go on while Temporal and the worker run.');
  return ExitCode.Interrupted;
}

async function servedBriefings(
  { config: { tenant, home } }: CommandContext,
  access: TemporalAccess,
  folders: readonly string[],
): Promise<ApiContext['briefings']> {
  const { createBriefingSchedules } = await import('../../briefings/briefing-schedules.ts');
  const { statusOfBriefing } = await import('../../briefings/briefing-observation.ts');
  const schedules = createBriefingSchedules({ ...access, tenant });
  const statusOf = (workflowId: string) => statusOfBriefing(access.client, workflowId);
  return { folders, home: join(home, 'briefings'), statusOf, schedules };
}

function temporalParts(
  context: CommandContext,
  access: TemporalAccess,
  tools: Pick<LocalTools, 'openProbes'>,
): Pick<ApiContext, 'renewWorker' | 'probes' | 'openHistories' | 'readHistory'> {
  return {
    renewWorker: () => renewWorker(context),
    probes: [['Temporal', () => ping(access.client)], ...tools.openProbes()],
    openHistories: async () =>
      (await import('../../connection/history-deletion.ts')).openHistories(context.config, access),
    readHistory: async (id) => (await import('../../connection/history-deletion.ts')).historyOf(access.client, id),
  };
}

/** What runs is not lost: another worker goes on with it. */
async function renewWorker({ config }: CommandContext): Promise<boolean> {
  if (config.usesExternalTemporal) return false;
  const { connectToSupervisor } = await import('../../connection/supervisor-connection.ts');
  const connection = await connectToSupervisor(config.home, 'renew-worker');
  connection?.disconnect();
  return connection !== undefined;
}

const PING_DEADLINE_MS = 2_000;

async function ping({ connection, workflowService }: TemporalAccess['client']): Promise<void> {
  await connection.withDeadline(Date.now() + PING_DEADLINE_MS, () => workflowService.getSystemInfo({}));
}

function parsePort(text: string): number {
  const port = parseWholeNumber(text);
  if (port > 65_535) throw new InvalidArgumentError('Use a port from 0 to 65535.');
  return port;
}

function parseRate(text: string): number {
  const rate = parseWholeNumber(text);
  if (rate < 1) throw new InvalidArgumentError('Use a number from 1 on.');
  return rate;
}

function collectOrigin(text: string, given?: readonly string[]): readonly string[] {
  if (URL.parse(text)?.origin !== text) throw new InvalidArgumentError('Use an origin like https://app.example.');
  return collect(text, given);
}
