import type { Command } from 'commander';
import { readState } from '../../connection/embedded.ts';
import type { TemporalAccess } from '../../connection/temporal-access.ts';
import { example } from '../../errors/failures.ts';
import type { McpContext } from '../../mcp/served/mcp-context.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode, acting } from '../context/command.ts';
import { addScopeOptions, type ScopeOptions, createOfferedScope } from '../options/conversation-options.ts';

const NOTE =
  '\nStandard input and output carry the protocol alone; messages for people go to standard error. Runs go on when the client leaves.';

export function addMcpCommand(program: Command): void {
  const command = program
    .command('mcp')
    .description('Serve an assistant over the Model Context Protocol (stdio), which starts this command itself.')
    .option('--user <name>', 'whose memory and sessions to use (default: the assistant names a user)');
  addScopeOptions(command);
  command.addHelpText('after', NOTE).addHelpText('after', example('mcp --corpus docs')).action(acting(serveAssistant));
}

async function serveAssistant(context: CommandContext, flags: ScopeOptions): Promise<ExitCode> {
  const { output, signal } = context;
  const closing = new AbortController();
  const { settings, refresh } = await settingsOf(context, flags, AbortSignal.any([signal, closing.signal]));
  const { createFolderIndexing } = await import('../../service/folder-indexing.ts');
  const { serveOverStdio } = await import('../../mcp/tools/create-server.ts');
  const temporal = await temporalOnDemand(context, settings.closing);
  const tools = await context.tools();
  const mcp: McpContext = {
    access: (waiting) => temporal.get(waiting),
    tools,
    indexing: createFolderIndexing({ tools, closing: settings.closing }),
    declinedForms: new Set(),
    settings,
    refresh,
    report: (error, reportId) =>
      output.notice(`error ${reportId}: ${error instanceof Error ? error.message : String(error)}`),
  };
  try {
    // What the library says of malformed messages runs over many lines.
    await serveOverStdio(mcp, signal, (problem) =>
      output.notice(`message refused: ${problem.replaceAll(/\s+/g, ' ').slice(0, 200)}`),
    );
  } finally {
    closing.abort();
    await temporal.close();
  }
  return signal.aborted ? ExitCode.Interrupted : ExitCode.Done;
}

/** Without sources, what is stored can still be read. @throws {UsageError} */
async function settingsOf(
  context: CommandContext,
  flags: ScopeOptions,
  closing: AbortSignal,
): Promise<Pick<McpContext, 'settings' | 'refresh'>> {
  const { followSources, MCP_PACE } = await import('../../mcp/served/mcp-context.ts');
  const { sources, conversation } = await createOfferedScope(flags, context.config, 'mcp');
  const tools = await context.tools();
  const user = flags.user ?? null;
  const { current, refresh } = followSources(sources, () => tools.collectionsOf(user));
  const settings = {
    get sources() {
      return current();
    },
    conversation,
    closing,
    user,
    viewer: null,
    pace: MCP_PACE,
  };
  return { settings, refresh };
}

/** Assistants start their servers long before they need them: Temporal starts with the first call that does. */
async function temporalOnDemand({ config, output }: CommandContext, signal: AbortSignal) {
  const { createOnDemand } = await import('../../mcp/tools/create-server.ts');
  const { reachTemporal } = await import('../../connection/temporal-access.ts');
  return createOnDemand<TemporalAccess>({
    reach: () => reachTemporal(config, { keep: true, onPhase: (line) => output.progress(line), signal }),
    // A supervisor that was stopped does not come back by itself.
    isThere: async ({ address }) => config.usesExternalTemporal || (await readState(config.home))?.address === address,
    release: async (access) => void (await access.close()),
  });
}
