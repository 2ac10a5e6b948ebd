import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { examples } from '../../errors/cli-commands.ts';
import type { CommandContext } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import type { LingerFlags } from '../context/linger.ts';
import { runCommand } from '../context/run-command.ts';
import { addConversationOptions, type ConversationOptions } from '../options/conversation-options.ts';
import { lingerOption } from '../options/linger-option.ts';

interface AskFlags extends ConversationOptions, LingerFlags {
  readonly research?: boolean;
  readonly messageId?: string;
}

const SENT_AFTER_MS = 20;

const EXAMPLES = examples(
  'ask "How do I limit the number of connections?" --corpus docs',
  'ask "And per origin?" --session chat-how-do-i-limit-3f9a21',
  'ask "Hotels in Boston under 200 dollars" --catalogue shop --user anna --json',
  'ask "Which limits apply?" --corpus norms --research',
);

/** `ask`: answers one message. */
export function addAskCommand(program: Command): void {
  const command = program
    .command('ask')
    .helpGroup(CommandGroup.Converse)
    .description('Answer one message from documents, catalogues and the web, in seconds and with checked quotations.')
    .argument('<message>', 'the message, in quotes');
  command.option('--research', 'start a research run with the message and return its id');
  command.option('--message-id <id>', 'the same id is answered once, however often it is sent');
  addConversationOptions(command);
  command
    .optionsGroup('Options:')
    .addOption(lingerOption())
    .option('--quiet', 'no progress')
    .option('--json', 'the answer as JSON')
    .addHelpText('after', EXAMPLES)
    .action((message: string, flags: AskFlags) => runCommand(flags, (context) => ask(context, message, flags)));
}

async function ask(context: CommandContext, message: string, flags: AskFlags): Promise<ExitCode> {
  const { askInSession, messageFor, openSession } = await import('../watching/session-context.ts');
  const session = await openSession(context, flags, 'ask');
  const { research = false, messageId } = flags;
  const asked = await messageFor(session, message, { research, messageId });
  const { withTemporal } = await import('../context/reach.ts');
  return withTemporal(context, { keep: research, lingerBy: flags }, async (access) => {
    const answering = askInSession(context, access, session, asked);
    // Loaded while the answer is made, once the message is on its way.
    const rendering = delay(SENT_AFTER_MS).then(() => import('../rendering/render-answer.ts'));
    const [answer, { renderAnswer }] = await Promise.all([answering, rendering]);
    const columns = context.config.terminal.showsResults ? context.columns : null;
    const text = await renderAnswer(answer, { columns, paint: context.paint, sources: flags.sources });
    context.output.result(answer, () => text);
    return ExitCode.Done;
  });
}
