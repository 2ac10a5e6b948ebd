import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ALONE } from '@plumbline/contracts/common/embedded-state';
import { type Command, InvalidArgumentError } from 'commander';
import { ENCRYPTION_KEYS_VARIABLE } from '../../../payloads/encryption-keys.ts';
import type { DoctorCheck } from '../../../workers/lifecycle/doctor.ts';
import { WORKER_ENTRY, WORKER_OPTIONS, workerEnvironmentOf } from '../../../workers/supervisor/worker-program.ts';
import type { ClientConfig } from '../../configuration/config.ts';
import { endLingering, readState, stop } from '../../connection/embedded.ts';
import { commands, example, EnvironmentError, UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode, acting } from '../context/command.ts';
import { refuseExternalTemporal, withTemporal } from '../context/reach.ts';
import { renderChecks } from '../rendering/render-checks.ts';

interface UpFlags {
  readonly foreground?: boolean;
  readonly serverOnly?: boolean;
}

export function addUpCommand(program: Command): void {
  program
    .command('up')
    .description('Start the embedded Temporal server and a worker, and keep them running.')
    .option('--foreground', 'run in the foreground until stopped, for a service manager')
    .option('--json', 'their addresses as JSON')
    .option('--server-only', 'in the foreground, without a worker; start workers with `worker`')
    .addHelpText('after', example('up'))
    .action(
      acting((context, flags: UpFlags) =>
        flags.serverOnly === true ? serveTemporal(context) : bringUp(context, flags.foreground === true),
      ),
    );
}

async function serveTemporal(context: CommandContext): Promise<ExitCode> {
  refuseExternalTemporal(context.config);
  await endLingering(context.config.home);
  const script = fileURLToPath(new URL('../../../workers/supervisor.ts', import.meta.url));
  return runInForeground(context, script, ['--home', context.config.home, '--server-only']);
}

async function bringUp(context: CommandContext, staysHere: boolean): Promise<ExitCode | void> {
  refuseExternalTemporal(context.config);
  return withTemporal(context, { keep: !staysHere }, async ({ address, taskQueue, startedHere, webUi }) => {
    context.output.result({ address, taskQueue, webUi, startedHere }, () => [
      `Temporal ${startedHere ? 'runs' : 'was running already'} at ${address}`,
      `Queue:  ${taskQueue}`,
      `Web UI: ${webUi ?? 'none'}`,
      `Stop:   ${staysHere ? 'Ctrl-C' : commands.down()}`,
    ]);
    if (!staysHere) return;
    await untilStopped(context);
    return context.signal.aborted ? ExitCode.Interrupted : ExitCode.Done;
  });
}

export function addDownCommand(program: Command): void {
  program
    .command('down')
    .description('Stop the embedded Temporal server and its worker. Runs stay stored; `resume` continues them.')
    .option('--force', 'stop even while commands use it')
    .option('--json', 'what happened as JSON')
    .addHelpText('after', example('down'))
    .action(
      acting(async (context, { force = false }: { readonly force?: boolean }) => {
        refuseExternalTemporal(context.config);
        const stopped = await stop(context.config.home, { force });
        context.output.result({ stopped }, () =>
          stopped ? 'Temporal and the worker have stopped.' : 'Nothing was running.',
        );
      }),
    );
}

export function addWorkerCommand(program: Command): void {
  program
    .command('worker')
    .description('Run a worker in this terminal, for the Temporal at TEMPORAL_ADDRESS or the embedded one.')
    .addHelpText('after', example('worker'))
    .action(
      acting(async (context) => {
        const config = { ...context.config, environment: workerEnvironmentOf(context.config.environment) };
        return runInForeground({ ...context, config }, WORKER_ENTRY, [], WORKER_OPTIONS);
      }),
    );
}

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Check Node, Temporal, the index, the model endpoint and the web providers, and name repairs.')
    .option('--repair', 'save what can be read of damaged files of the store first; stop server and worker before')
    .option('--notify', 'also send a message to everybody that notify.to names')
    .addHelpText('after', example('doctor'))
    .action(
      acting(async (context, flags: { readonly notify?: boolean; readonly repair?: boolean }) => {
        const tools = await context.tools();
        const repairs = flags.repair === true ? await (await tools.openLifecycle()).repair() : null;
        for (const { file, outcome } of repairs ?? []) context.output.notice(`${file}: ${outcome}`);
        if (repairs?.length === 0) context.output.notice('Nothing is damaged.');
        const checks = [...(await tools.doctor(flags.notify)), ...(await checkIssuer(context.config))];
        const isHealthy = checks.every(({ ok }) => ok);
        context.output.result(checks, () => renderChecks(checks, context.paint));
        return isHealthy ? ExitCode.Done : ExitCode.Environment;
      }),
    );
}

/** Only `serve` needs it. */
async function checkIssuer({ issuer, login }: ClientConfig): Promise<DoctorCheck[]> {
  if (issuer === null) return [];
  const { openIssuer } = await import('../../service/issuer-tokens.ts');
  const check = { name: 'issuer of tokens', commands: [] };
  try {
    const found = await openIssuer(issuer.issuer).discover();
    const isUsable = found.authorization_endpoint !== undefined && found.token_endpoint !== undefined;
    if (login !== null && !isUsable) throw new Error('it has nothing to sign in with');
    return [{ ...check, ok: true, detail: `${issuer.issuer} answers`, repair: null, outcome: 'answers' }];
  } catch (error) {
    const detail = `${issuer.issuer}: ${error instanceof Error ? error.message : String(error)}`;
    const repair = 'correct oidc.issuer; it is the name that the issuer gives itself';
    return [{ ...check, ok: false, detail, repair, outcome: 'failed' }];
  }
}

interface CodecFlags {
  /** Of the Web UI; default: the embedded server's. */
  readonly ui?: URL;
  /** Default: the port after the Web UI's. */
  readonly port?: number | undefined;
}

/** Decrypts runs for the Web UI and the Temporal CLI on this machine until the command ends. */
export async function serveCodec(context: CommandContext, flags: CodecFlags): Promise<ExitCode> {
  const keys = context.config.encryptionKeys;
  if (keys.length === 0) throw new UsageError(`${ENCRYPTION_KEYS_VARIABLE} is not set, so nothing can be decrypted`);
  const ui = flags.ui ?? (await embeddedUi(context));
  const [{ createCodecEndpoint }, { createEncryptionCodec }] = await Promise.all([
    import('../../connection/codec-endpoint.ts'),
    import('../../../payloads/encryption-codec.ts'),
  ]);
  const server = createCodecEndpoint(createEncryptionCodec(keys), originsOf(ui));
  const port = flags.port ?? Number(ui.port) + 1;
  await listen(server, port);
  context.output.notice(
    `Decrypting with ${keys.map(({ id }) => id).join(', ')} on http://127.0.0.1:${port} for ${ui.origin}. Everyone on this machine can use it; stop it with Ctrl-C.`,
  );
  if (!context.signal.aborted) await once(context.signal, 'abort');
  server.closeAllConnections();
  return ExitCode.Interrupted;
}

async function embeddedUi({ config }: CommandContext): Promise<URL> {
  const address = (await readState(config.home))?.uiAddress ?? null;
  if (address !== null) return new URL(address);
  throw new UsageError(
    'the embedded Temporal server is not running',
    `Start it with ${commands.up()}, or name a Web UI with --ui.`,
  );
}

/** The loopback address has two names in use. */
function originsOf({ protocol, hostname, port, origin }: URL): readonly string[] {
  const isLoopback = hostname === '127.0.0.1' || hostname === 'localhost';
  return isLoopback ? ['127.0.0.1', 'localhost'].map((name) => `${protocol}//${name}:${port}`) : [origin];
}

async function listen(server: Server, port: number): Promise<void> {
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    throw new EnvironmentError(
      `Cannot listen on port ${port} (${error instanceof Error ? error.message : String(error)})`,
      'Choose another port with --port.',
      { cause: error },
    );
  }
}

/** Of a Web UI. */
export function parseAddress(text: string): URL {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('Use an address like http://127.0.0.1:8233.');
  }
  return new URL(text);
}

const LOOK_EVERY_MS = 2_000;

/** A supervisor that was killed is replaced in seconds; after so many looks without one it was stopped. */
const ABSENT_LOOKS = 10;

/** Runs another program of the project in this terminal until it ends; forwards interrupts. */
export async function runInForeground(
  { config, signal }: CommandContext,
  script: string,
  scriptArguments: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<ExitCode> {
  if (signal.aborted) return ExitCode.Interrupted;
  const child = spawn(process.execPath, [...nodeOptions, script, ...scriptArguments, ALONE], {
    // The end of the channel, by whatever ends this process, ends the child.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: config.environment,
    // In its own process group, so that Ctrl-C reaches it once, through this process.
    detached: true,
  });
  const pass = () => child.kill('SIGTERM');
  signal.addEventListener('abort', pass, { once: true });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (exitCode === 0) return signal.aborted ? ExitCode.Interrupted : ExitCode.Done;
  if (signal.aborted) return ExitCode.Interrupted;
  // It has printed the cause.
  throw new EnvironmentError(`the process ended with code ${exitCode ?? 'none'}`);
}

/** Resolves when the command is interrupted, or when somebody stopped the embedded server. */
export async function untilStopped({ config, signal }: CommandContext): Promise<void> {
  for (let absent = 0; absent < ABSENT_LOOKS && !signal.aborted;) {
    absent = (await readState(config.home)) === undefined ? absent + 1 : 0;
    await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
