import { setTimeout as delay } from 'node:timers/promises';
import { MEMORY_REASONS, MEMORY_TYPES } from '@plumbline/contracts/research/memory';
import { Argument, type Command, Option } from 'commander';
import { ONESELF } from '../../conversations/session-owner.ts';
import { examples } from '../../errors/cli-commands.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import type { LingerFlags } from '../context/linger.ts';
import { runCommand } from '../context/run-command.ts';
import { addConversationOptions, type ConversationOptions } from '../options/conversation-options.ts';
import { lingerOption } from '../options/linger-option.ts';
import type { AddFlags, ExportFlags, ForgetFlags, MemoryFlags, ReinforceFlags } from '../runs/memory-operations.ts';

interface AskFlags extends ConversationOptions, LingerFlags {
  readonly research?: boolean;
  readonly messageId?: string;
  readonly full?: boolean;
}

const SENT_AFTER_MS = 20;

const ASK_EXAMPLES = examples(
  'ask "How do I limit the number of connections?" --corpus docs',
  'ask "And per origin?" --session chat-how-do-i-limit-3f9a21',
  'ask "Hotels in Boston under 200 dollars" --catalogue shop --user anna --json',
  'ask "Which limits apply?" --corpus norms --research',
);

type ChatFlags = ConversationOptions & LingerFlags;

const NOTE = '\nMessages are read from standard input, one a line; /help lists the commands.';
const CHAT_EXAMPLES = examples(
  'chat --corpus docs',
  'chat --session chat-how-do-i-limit-3f9a21',
  'chat --corpus norms --mode deep --user anna',
);

const FEEDBACK_EXAMPLES = examples(
  'feedback chat-how-do-i-limit-3f9a21:2 helpful',
  'feedback chat-how-do-i-limit-3f9a21:2 unhelpful "I meant HTTP/2."',
);

const ENTRY = 'id of the entry; its beginning is enough';
const NEVER =
  '\nNothing is remembered by itself: only these commands, and a model that a message asks to, change the memory.\nAsk, chat and research read it with --user; without, they read none.';

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
    .option('--full', 'without a model: show each place whole')
    .option('--quiet', 'no progress')
    .option('--json', 'the answer as JSON')
    .addHelpText('after', ASK_EXAMPLES)
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
    const { sources, full: isFull = false } = flags;
    const text = await renderAnswer(answer, { columns, paint: context.paint, sources, isFull });
    context.output.result(answer, () => text);
    return ExitCode.Done;
  });
}

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
    .addHelpText('after', CHAT_EXAMPLES)
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

/** `feedback`: says what an answer was worth. */
export function addFeedbackCommand(program: Command): void {
  program
    .command('feedback')
    .helpGroup(CommandGroup.Converse)
    .description(
      'Say whether an answer was helpful. The next answer of the session takes an unhelpful one into account, once.',
    )
    .argument('<answer>', 'id of the answer, shown below it')
    .addArgument(new Argument('<verdict>', 'what it was').choices(['helpful', 'unhelpful']))
    .argument('[note]', 'what was wrong, in quotes')
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', FEEDBACK_EXAMPLES)
    .action((answerId: string, verdict: 'helpful' | 'unhelpful', note: string | undefined, flags: OutputFlags) =>
      runCommand(flags, async (context) => {
        const { withTemporal } = await import('../context/reach.ts');
        return withTemporal(context, { keep: false }, async ({ conversations }) => {
          const feedback = { answerId, verdict, note: note ?? '' };
          await conversations.feedback(feedback);
          context.output.result(feedback, () => 'Noted.');
          return ExitCode.Done;
        });
      }),
    );
}

/** `memory`: what a user wants remembered in every conversation. */
export function addMemoryCommand(program: Command): void {
  const memory = program
    .command('memory')
    .helpGroup(CommandGroup.Converse)
    .description('Remember, find, check and forget facts for all conversations of a user. Works without Temporal.')
    .addHelpText('after', NEVER)
    .addHelpText('after', examples('memory add "My budget is 200 euros"', 'memory query "budget" --user anna'));
  addWritingCommands(memory);
  addReadingCommands(memory);
  addForgetting(memory);
}

function addWritingCommands(memory: Command): void {
  withUser(memory.command('add'))
    .description('Remember a text; adding the same text again changes nothing.')
    .argument('<text>', 'the text, in quotes')
    .addOption(new Option('--type <type>', 'what it is').choices(MEMORY_TYPES).default('note'))
    .option('--core', 'use it in every answer, not only where it is relevant')
    .addOption(
      new Option('--reason <reason>', 'why; a correction archives contradicting entries')
        .choices(MEMORY_REASONS)
        .default('asked'),
    )
    .addHelpText(
      'after',
      examples(
        'memory add "My budget is 200 euros" --user anna',
        'memory add "My budget is 300 euros" --user anna --reason correction',
        'memory add "I live in Hamburg" --user anna --core',
      ),
    )
    .action((text: string, flags: AddFlags) =>
      runCommand(flags, async (context) => (await operations()).addMemory(context, text, flags)),
    );
  withUser(memory.command('reinforce'))
    .description('Confirm an entry: it gets stronger and leaves the archive. The same evidence counts once.')
    .argument('<id>', ENTRY)
    .option('--evidence <text>', 'evidence for it')
    .addHelpText('after', examples('memory reinforce m-3f9a21c04b7d55e1 --user anna --evidence "the bill of May"'))
    .action((id: string, flags: ReinforceFlags) =>
      runCommand(flags, async (context) => (await operations()).reinforceMemory(context, id, flags)),
    );
}

function addReadingCommands(memory: Command): void {
  withUser(memory.command('query'))
    .description(
      'Find entries by similarity, with scores; by words, and by meaning where an embedding model is set up.',
    )
    .argument('<text>', 'what to look for, in quotes')
    .addHelpText('after', examples('memory query "budget" --user anna'))
    .action((text: string, flags: MemoryFlags) =>
      runCommand(flags, async (context) => (await operations()).queryMemory(context, text, flags)),
    );
  withUser(memory.command('verify'))
    .description(
      'Say whether a statement is known, new, or conflicts with an entry, by a model; without one, what shares words with it.',
    )
    .argument('<text>', 'the statement, in quotes')
    .addHelpText('after', examples('memory verify "My budget is 300 euros" --user anna'))
    .action((text: string, flags: MemoryFlags) =>
      runCommand(flags, async (context) => (await operations()).verifyMemory(context, text, flags)),
    );
  withUser(memory.command('list'))
    .description('List the entries: for every answer, for relevant answers, and archived.')
    .addHelpText('after', examples('memory list --user anna'))
    .action((flags: MemoryFlags) =>
      runCommand(flags, async (context) => (await operations()).listMemory(context, flags)),
    );
  withUser(memory.command('export'))
    .description('Write all entries with their history as JSON.')
    .option('--out <file>', 'to this file instead of standard output')
    .addHelpText('after', examples('memory export --user anna --out memory.json'))
    .action((flags: ExportFlags) =>
      runCommand(flags, async (context) => (await operations()).exportMemory(context, flags)),
    );
}

function addForgetting(memory: Command): void {
  withUser(memory.command('forget'))
    .description('Erase an entry, or all entries of a user: rows, history, and everything stored from the text.')
    .argument('[id]', ENTRY)
    .option('--all', 'everything of this user')
    .option('--yes', 'do not ask')
    .addHelpText('after', '\nSessions and reports that quote it keep it until they are deleted; they are named.')
    .addHelpText('after', examples('memory forget m-3f9a21c04b7d55e1 --user anna', 'memory forget --all --user anna'))
    .action((id: string | undefined, flags: ForgetFlags) =>
      runCommand(flags, async (context) => (await import('../runs/memory-operations.ts')).forget(context, id, flags)),
    );
}

function withUser(command: Command): Command {
  return command.option('--user <name>', 'whose memory; that of the page is me', ONESELF).option('--json', 'as JSON');
}

// Loaded late, so that help stays fast.
function operations() {
  return import('../runs/memory-operations.ts');
}
