import { setTimeout as delay } from 'node:timers/promises';
import { MEMORY_REASONS, MEMORY_TYPES } from '@plumbline/contracts/research/memory';
import { type Command, Option } from 'commander';
import { ONESELF } from '../../conversations/session-id.ts';
import { example, UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { acting, actingLate } from '../context/command.ts';
import { type LingerFlags, withTemporal } from '../context/reach.ts';
import { addConversationOptions, type ConversationOptions } from '../options/conversation-options.ts';
import { lingerOption } from '../options/option-values.ts';
import type { AddFlags } from '../runs/memory-operations.ts';
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

export function addAskCommand(program: Command): void {
  const command = program
    .command('ask')
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
    .action(
      acting((context, message: string, flags: AskFlags) => {
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
): Promise<void> {
  if (session === undefined) throw new UsageError('a rating is of an answer of a session', 'Name it with --session.');
  return withTemporal(context, { keep: false }, async ({ conversations }) => {
    const answer = (await conversations.view(session, user ?? null)).answers.at(-1);
    if (answer === undefined) throw new UsageError(`the session "${session}" has no answer yet`);
    const feedback = { answerId: answer.answerId, ...rating };
    await conversations.feedback(feedback);
    context.output.result(feedback, () => 'Noted.');
  });
}

async function ask(context: CommandContext, message: string, flags: AskFlags): Promise<void> {
  const session = await openSession(context, flags, 'ask');
  const { research = false, messageId } = flags;
  const asked = await messageFor(session, message, { research, messageId });
  return withTemporal(context, { keep: research, lingerBy: flags }, async (access) => {
    const answering = askInSession(context, access, session, asked);
    // Loaded while the answer is made, once the message is on its way.
    const rendering = delay(SENT_AFTER_MS).then(() => import('../rendering/render-answer.ts'));
    const [answer, { renderAnswer }] = await Promise.all([answering, rendering]);
    const { sources, full: isFull = false } = flags;
    const { shownColumns: columns, paint } = context;
    const text = await renderAnswer(answer, { columns, paint, sources, isFull });
    context.output.result(answer, () => text);
  });
}

export function addChatCommand(program: Command): void {
  const command = program
    .command('chat')
    .description('Talk with documents, catalogues and the web. The session survives restarts.');
  addConversationOptions(command);
  command
    .optionsGroup('Options:')
    .addOption(lingerOption())
    .option('--quiet', 'no progress')
    .option('--json', 'each answer as one line of JSON')
    .addHelpText('after', example('chat --corpus docs', NOTE))
    .action(acting(open));
}

async function open(context: CommandContext, flags: ChatFlags): Promise<void> {
  const { chat } = await import('../watching/chat-loop.ts');
  const session = await openSession(context, flags, 'chat');
  return withTemporal(context, { keep: false, lingerBy: flags }, async (access) => {
    await chat(context, access, session);
  });
}

export function addMemoryCommand(program: Command): void {
  const memory = program
    .command('memory')
    .description('Remember, find and forget facts for all conversations of a user. Works without Temporal.')
    .addHelpText('after', NEVER)
    .addHelpText('after', example('memory add "My budget is 200 euros" --user anna'));
  addAdding(memory);
  withUser(memory.command('list'))
    .description('List the entries: for every answer, for relevant answers, and archived; or find those like a text.')
    .argument('[text]', 'what to look for, by words, and by meaning where an embedding model is set up')
    .addHelpText('after', example('memory list "budget" --user anna'))
    .action(actingLate(async () => (await operations()).listMemory));
  withUser(memory.command('forget'))
    .description('Erase an entry, or all entries of a user: rows, history, and everything stored from the text.')
    .argument('[id]', ENTRY)
    .option('--all-entries', 'everything of this user')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      example(
        'memory forget m-3f9a21c04b7d55e1 --user anna',
        '\nSessions and reports that quote it keep it until they are deleted; they are named.',
      ),
    )
    .action(actingLate(async () => (await operations()).forget));
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
    .action(
      acting(async (context, text: string, flags: MemoryAddFlags) => {
        const { addMemory, compareMemory, reinforceMemory } = await operations();
        if (flags.dryRun === true) return compareMemory(context, text, flags);
        return flags.again === undefined
          ? addMemory(context, text, flags)
          : reinforceMemory(context, flags.again, { user: flags.user, evidence: text });
      }),
    );
}

function withUser(command: Command): Command {
  return command.option('--user <name>', 'whose memory; that of the page is me', ONESELF);
}

// Loaded late, so that help stays fast.
function operations() {
  return import('../runs/memory-operations.ts');
}
