import { once } from 'node:events';
import type { Server } from 'node:http';
import { type Command, InvalidArgumentError } from 'commander';
import { ENCRYPTION_KEYS_VARIABLE } from '../../../payloads/encryption-keys.ts';
import { commands, examples } from '../../errors/cli-commands.ts';
import { EnvironmentError, UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';
import { parseWholeNumber } from '../options/option-values.ts';

interface CodecFlags {
  readonly ui?: URL;
  readonly port?: number;
}

/** `codec`: decrypts runs for the Web UI while the command runs. */
export function addCodecCommand(program: Command): void {
  program
    .command('codec')
    .helpGroup(CommandGroup.Servers)
    .description('Decrypt runs for the Web UI and the Temporal CLI on this machine, while this command runs.')
    .option('--ui <address>', 'address of the Web UI (default: the embedded server’s)', parseAddress)
    .option('--port <number>', "port of this endpoint (default: the port after the Web UI's)", parseWholeNumber)
    .addHelpText('after', examples('codec', 'codec --ui https://temporal.example --port 8234'))
    .action((flags: CodecFlags) => runCommand({}, (context) => serveCodec(context, flags)));
}

async function serveCodec(context: CommandContext, flags: CodecFlags): Promise<ExitCode> {
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
  const { readState } = await import('../../connection/embedded.ts');
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

function parseAddress(text: string): URL {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('Use an address like http://127.0.0.1:8233.');
  }
  return new URL(text);
}
