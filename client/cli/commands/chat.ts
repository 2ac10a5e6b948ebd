import type { Command } from 'commander';
import { examples } from '../../errors/cli-commands.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import type { LingerFlags } from '../context/linger.ts';
import { runCommand } from '../context/run-command.ts';
import { addConversationOptions, type ConversationOptions } from '../options/conversation-options.ts';
import { lingerOption } from '../options/linger-option.ts';

type ChatFlags = ConversationOptions & LingerFlags;

const NOTE = '\nMessages are read from standard input, one a line; /help lists the commands.';
const EXAMPLES = examples(
  'chat --corpus docs',
  'chat --session chat-how-do-i-limit-3f9a21',
  'chat --corpus norms --mode deep --user anna',
);

/** `chat`: answers messages one by one. */
export function addChatCommand(program: Command): void {
  const command = program
    .command('chat')
    .helpGroup(CommandGroup.Converse)
    .description('Talk with documents, catalogues and the web. The session survives restarts.');
  addConversationOptions(command);
  command
    .optionsGroup('Options:')
    .addOption(lingerOption())
    .option('--quiet', 'no progress')
    .option('--json', 'each answer as one line of JSON')
    .addHelpText('after', NOTE)
    .addHelpText('after', EXAMPLES)
    .action((flags: ChatFlags) => runCommand(flags, (context) => open(context, flags)));
}

async function open(context: CommandContext, flags: ChatFlags): Promise<ExitCode> {
  const { openSession } = await import('../watching/session-context.ts');
  const { chat } = await import('../watching/chat-loop.ts');
  const { withTemporal } = await import('../context/reach.ts');
  const session = await openSession(context, flags, 'chat');
  return withTemporal(context, { keep: false, lingerBy: flags }, async (access) => {
    await chat(context, access, session);
    return ExitCode.Done;
  });
}

interface SessionsFlags extends OutputFlags {
  readonly user?: string;
}

/** `sessions`: lists the sessions. */
export function addSessionsCommand(program: Command): void {
  program
    .command('sessions')
    .helpGroup(CommandGroup.Converse)
    .description('List the sessions, newest first.')
    .option('--user <name>', 'only sessions of this user')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('sessions --user anna'))
    .action((flags: SessionsFlags) => runCommand(flags, (context) => list(context, flags.user)));
}

async function list(context: CommandContext, user: string | undefined): Promise<ExitCode> {
  const { withTemporal } = await import('../context/reach.ts');
  const { layoutTable } = await import('../terminal/text-layout.ts');
  const { toPlainLine } = await import('../terminal/plain-text.ts');
  const { renderAge } = await import('../terminal/duration.ts');
  return withTemporal(context, { keep: false }, async ({ conversations }) => {
    const sessions = (await conversations.list()).filter(({ userId }) => user === undefined || userId === user);
    const rows = sessions.map(({ sessionId, status, startedAt, userId, title }) => [
      sessionId,
      status,
      renderAge(Date.now() - Date.parse(startedAt)),
      userId ?? '',
      toPlainLine(title),
    ]);
    const columns = context.config.terminal.showsResults ? context.columns : Number.POSITIVE_INFINITY;
    const table = [['ID', 'STATUS', 'AGE', 'USER', 'FIRST MESSAGE'], ...rows];
    context.output.result(sessions, () =>
      rows.length === 0 ? 'No sessions.' : layoutTable(table, columns).join('\n'),
    );
    return ExitCode.Done;
  });
}
