import { MEMORY_REASONS, MEMORY_TYPES } from '@plumbline/contracts/research/memory';
import { type Command, Option } from 'commander';
import { ONESELF } from '../../conversations/session-owner.ts';
import { examples } from '../../errors/cli-commands.ts';
import { CommandGroup } from '../context/command-group.ts';
import { runCommand } from '../context/run-command.ts';
import type { AddFlags, ExportFlags, ForgetFlags, MemoryFlags, ReinforceFlags } from '../runs/memory-operations.ts';

const ENTRY = 'id of the entry; its beginning is enough';
const NEVER =
  '\nNothing is remembered by itself: only these commands, and a model that a message asks to, change the memory.\nAsk, chat and research read it with --user; without, they read none.';

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
    .description('Say whether a statement is known, new, or conflicts with an entry, and with which.')
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
