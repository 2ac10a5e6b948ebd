import { setTimeout as delay } from 'node:timers/promises';
import { MEMORY_REASONS, MEMORY_TYPES } from '@plumbline/contracts/research/memory';
import { type Command, Option } from 'commander';
import { ONESELF } from '../../conversations/session-owner.ts';
import { example } from '../../errors/cli-commands.ts';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { type LingerFlags, withTemporal } from '../context/reach.ts';
import { runCommand } from '../context/run-command.ts';
import { addConversationOptions, type ConversationOptions } from '../options/conversation-options.ts';
import { lingerOption } from '../options/option-values.ts';
import type { AddFlags, ForgetFlags, MemoryFlags } from '../runs/memory-operations.ts';
import { askInSession, messageFor, openSession } from '../watching/session-context.ts';

interface AskFlags extends ConversationOptions, LingerFlags {
  readonly research?: boolean;
  readonly messageId?: string;
  readonly full?: boolean;
}

const SENT_AFTER_MS = 20;

type ChatFlags = ConversationOptions & LingerFlags;

const NOTE = '\nMessages are read from standard input, one a line; /help lists the commands.';
const ENTRY = 'id of the entry; its beginning is enough';
const NEVER =
  '\nNothing is remembered by itself: only these commands, and a model that a message asks to, change the memory.\nAsk, chat and research read it with --user; without, they read none.';

/** `ask`: answers one message. */
export function addAskCommand(program: Command): void {
  const command = program
    .command('ask')
    .helpGroup(CommandGroup.Ask)
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
    .addHelpText('after', example('ask "How do I limit the number of connections?" --corpus docs'))
    .addHelpText('after', RATING)
    .action((message: string, flags: AskFlags) =>
      runCommand(flags, (context) => {
        const [, verdict, note = ''] = /^\/(helpful|unhelpful)\b(.*)$/su.exec(message) ?? [];
        const isRating = verdict === 'helpful' || verdict === 'unhelpful';
        return isRating ? rate(context, { verdict, note: note.trim() }, flags) : ask(context, message, flags);
      }),
    );
}

const RATING = '\nWith --session, "/helpful" and "/unhelpful <note>" rate its last answer, as in chat.';

/** Says what the last answer of a session was worth. */
async function rate(
  context: CommandContext,
  rating: { readonly verdict: 'helpful' | 'unhelpful'; readonly note: string },
  { session, user }: AskFlags,
): Promise<ExitCode> {
  if (session === undefined) throw new UsageError('a rating is of an answer of a session', 'Name it with --session.');
  return withTemporal(context, { keep: false }, async ({ conversations }) => {
    const answer = (await conversations.view(session, user ?? null)).answers.at(-1);
    if (answer === undefined) throw new UsageError(`the session "${session}" has no answer yet`);
    const feedback = { answerId: answer.answerId, ...rating };
    await conversations.feedback(feedback);
    context.output.result(feedback, () => 'Noted.');
    return ExitCode.Done;
  });
}

async function ask(context: CommandContext, message: string, flags: AskFlags): Promise<ExitCode> {
  const session = await openSession(context, flags, 'ask');
  const { research = false, messageId } = flags;
  const asked = await messageFor(session, message, { research, messageId });
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
    .helpGroup(CommandGroup.Ask)
    .description('Talk with documents, catalogues and the web. The session survives restarts.');
  addConversationOptions(command);
  command
    .optionsGroup('Options:')
    .addOption(lingerOption())
    .option('--quiet', 'no progress')
    .option('--json', 'each answer as one line of JSON')
    .addHelpText('after', NOTE)
    .addHelpText('after', example('chat --corpus docs'))
    .action((flags: ChatFlags) => runCommand(flags, (context) => open(context, flags)));
}

async function open(context: CommandContext, flags: ChatFlags): Promise<ExitCode> {
  const { chat } = await import('../watching/chat-loop.ts');
  const session = await openSession(context, flags, 'chat');
  return withTemporal(context, { keep: false, lingerBy: flags }, async (access) => {
    await chat(context, access, session);
    return ExitCode.Done;
  });
}

/** `memory`: what a user wants remembered in every conversation. */
export function addMemoryCommand(program: Command): void {
  const memory = program
    .command('memory')
    .helpGroup(CommandGroup.Ask)
    .description('Remember, find and forget facts for all conversations of a user. Works without Temporal.')
    .addHelpText('after', NEVER)
    .addHelpText('after', example('memory add "My budget is 200 euros" --user anna'));
  addAdding(memory);
  withUser(memory.command('list'))
    .description('List the entries: for every answer, for relevant answers, and archived; or find those like a text.')
    .argument('[text]', 'what to look for, by words, and by meaning where an embedding model is set up')
    .addHelpText('after', example('memory list "budget" --user anna'))
    .action((text: string | undefined, flags: MemoryFlags) =>
      runCommand(flags, async (context) => {
        const { listMemory, queryMemory } = await operations();
        return text === undefined ? listMemory(context, flags) : queryMemory(context, text, flags);
      }),
    );
  withUser(memory.command('forget'))
    .description('Erase an entry, or all entries of a user: rows, history, and everything stored from the text.')
    .argument('[id]', ENTRY)
    .option('--all-entries', 'everything of this user')
    .option('--yes', 'do not ask')
    .addHelpText('after', '\nSessions and reports that quote it keep it until they are deleted; they are named.')
    .addHelpText('after', example('memory forget m-3f9a21c04b7d55e1 --user anna'))
    .action((id: string | undefined, flags: ForgetFlags) =>
      runCommand(flags, async (context) => (await operations()).forget(context, id, flags)),
    );
}

interface MemoryAddFlags extends AddFlags {
  readonly again?: string;
  readonly dryRun?: boolean;
}

function addAdding(memory: Command): void {
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
    .option('--again <entry>', 'the text is evidence for this entry: it gets stronger and leaves the archive')
    .option('--dry-run', 'only say whether it is known, new, or conflicts with an entry, by a model where there is one')
    .addHelpText('after', example('memory add "My budget is 300 euros" --user anna --reason correction'))
    .action((text: string, flags: MemoryAddFlags) =>
      runCommand(flags, async (context) => {
        const { addMemory, compareMemory, reinforceMemory } = await operations();
        if (flags.dryRun === true) return compareMemory(context, text, flags);
        return flags.again === undefined
          ? addMemory(context, text, flags)
          : reinforceMemory(context, flags.again, { user: flags.user, evidence: text });
      }),
    );
}

function withUser(command: Command): Command {
  return command.option('--user <name>', 'whose memory; that of the page is me', ONESELF).option('--json', 'as JSON');
}

// Loaded late, so that help stays fast.
function operations() {
  return import('../runs/memory-operations.ts');
}
