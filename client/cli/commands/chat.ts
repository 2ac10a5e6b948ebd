import type { Command } from 'commander';
import { examples } from '../../wording/cli-commands.ts';
import type { CommandContext } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import type { LingerFlags } from '../context/linger.ts';
import { runCommand } from '../context/run-command.ts';
import { addConversationOptions, type ConversationOptions } from '../options/conversation-options.ts';
import { lingerOption } from '../options/linger-option.ts';

type ChatFlags = ConversationOptions & LingerFlags;

const NOTE = '\nMessages are read from standard input, one a line; /help lists what else can be said.';
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
  const { openSession } = await import('../conversations/session-context.ts');
  const { chat } = await import('../conversations/chat-loop.ts');
  const { withTemporal } = await import('../context/reach.ts');
  const session = await openSession(context, flags);
  return withTemporal(context, { keep: false, lingerBy: flags }, async (access) => {
    await chat(context, access, session);
    return ExitCode.Done;
  });
}
