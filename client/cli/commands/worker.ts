import { once } from 'node:events';
import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type Command, InvalidArgumentError } from 'commander';
import { ENCRYPTION_KEYS_VARIABLE } from '../../../payloads/encryption-keys.ts';
import type { DoctorCheck } from '../../../workers/lifecycle/doctor.ts';
import { WORKER_ENTRY, WORKER_OPTIONS, workerEnvironmentOf } from '../../../workers/supervisor/worker-program.ts';
import type { ClientConfig } from '../../configuration/config.ts';
import { endLingering, readState, stop } from '../../connection/embedded.ts';
import { commands, example } from '../../errors/cli-commands.ts';
import { EnvironmentError, UsageError } from '../../errors/failures.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runInForeground, untilStopped } from '../context/foreground.ts';
import { refuseExternalTemporal, withTemporal } from '../context/reach.ts';
import { runCommand } from '../context/run-command.ts';
import { renderChecks } from '../rendering/render-checks.ts';

interface UpFlags extends OutputFlags {
  readonly foreground?: boolean;
  readonly serverOnly?: boolean;
}

/** `up`: starts the embedded server and worker and keeps them running. */
export function addUpCommand(program: Command): void {
  program
    .command('up')
    .helpGroup(CommandGroup.Manage)
    .description('Start the embedded Temporal server and a worker, and keep them running.')
    .option('--foreground', 'run in the foreground until stopped, for a service manager')
    .option('--json', 'their addresses as JSON')
    .option('--server-only', 'in the foreground, without a worker; start workers with `worker`')
    .addHelpText('after', example('up'))
    .action((flags: UpFlags) =>
      runCommand(flags, (context) =>
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

async function bringUp(context: CommandContext, staysHere: boolean): Promise<ExitCode> {
  refuseExternalTemporal(context.config);
  return withTemporal(context, { keep: !staysHere }, async ({ address, taskQueue, startedHere, webUi }) => {
    context.output.result({ address, taskQueue, webUi, startedHere }, () =>
      [
        `Temporal ${startedHere ? 'runs' : 'was running already'} at ${address}`,
        `Queue:  ${taskQueue}`,
        `Web UI: ${webUi ?? 'none'}`,
        `Stop:   ${staysHere ? 'Ctrl-C' : commands.down()}`,
      ].join('\n'),
    );
    if (!staysHere) return ExitCode.Done;
    await untilStopped(context);
    return context.signal.aborted ? ExitCode.Interrupted : ExitCode.Done;
  });
}

interface DownFlags extends OutputFlags {
  readonly force?: boolean;
}

/** `down`: stops the embedded server and worker. */
export function addDownCommand(program: Command): void {
  program
    .command('down')
    .helpGroup(CommandGroup.Manage)
    .description('Stop the embedded Temporal server and its worker. Runs stay stored; `resume` continues them.')
    .option('--force', 'stop even while commands use it')
    .option('--json', 'what happened as JSON')
    .addHelpText('after', example('down'))
    .action((flags: DownFlags) =>
      runCommand(flags, async (context) => {
        refuseExternalTemporal(context.config);
        const stopped = await stop(context.config.home, { force: flags.force === true });
        context.output.result({ stopped }, () =>
          stopped ? 'Temporal and the worker have stopped.' : 'Nothing was running.',
        );
        return ExitCode.Done;
      }),
    );
}

/** `worker`: runs a worker in the foreground. */
export function addWorkerCommand(program: Command): void {
  program
    .command('worker')
    .helpGroup(CommandGroup.Manage)
    .description('Run a worker in this terminal, for the Temporal at TEMPORAL_ADDRESS or the embedded one.')
    .addHelpText('after', example('worker'))
    .action(() =>
      runCommand({}, async (context) => {
        const environment = workerEnvironmentOf(context.config.environment);
        return runInForeground(
          { ...context, config: { ...context.config, environment } },
          WORKER_ENTRY,
          [],
          WORKER_OPTIONS,
        );
      }),
    );
}

/** `doctor`: checks everything a run needs. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .helpGroup(CommandGroup.Manage)
    .description('Check Node, Temporal, the index, the model endpoint and the web providers, and name repairs.')
    .option('--repair', 'save what can be read of damaged files of the store first; stop server and worker before')
    .option('--notify', 'also send a message to everybody that notify.to names')
    .option('--json', 'as JSON')
    .addHelpText('after', example('doctor'))
    .action((flags: OutputFlags & { readonly notify?: boolean; readonly repair?: boolean }) =>
      runCommand(flags, async (context) => {
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
