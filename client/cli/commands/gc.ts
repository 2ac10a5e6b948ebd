import type { Command } from 'commander';
import { UsageError } from '../../errors/failures.ts';
import { commands, examples } from '../../wording/cli-commands.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';
import { parseDurationOption } from '../options/option-values.ts';

interface GcFlags extends OutputFlags {
  readonly yes?: boolean;
  readonly olderThan?: number;
  readonly corpora?: boolean;
}

const DAY_SECONDS = 86_400;
/** The use of a text is recorded once an hour. */
const LEAST_SECONDS = 3_600;

/** `gc`: deletes what is no longer used. */
export function addGcCommand(program: Command): void {
  program
    .command('gc')
    .helpGroup(CommandGroup.Store)
    .description('Show what is no longer used in the store; with --yes, delete it. Runs may continue meanwhile.')
    .option('--yes', 'delete it')
    .option('--older-than <duration>', 'only what was unused for this long (default: 24h)', parseDurationOption)
    .option('--corpora', 'also indexes of missing folders and of other versions')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nNever deletes what a report, an answer, an index or a running run refers to.')
    .addHelpText('after', examples('gc', 'gc --yes --older-than 7d'))
    .action((flags: GcFlags) => runCommand(flags, (context) => collect(context, flags)));
}

async function collect(context: CommandContext, flags: GcFlags): Promise<ExitCode> {
  const { yes: apply = false, corpora: withIndexes = false, olderThan = DAY_SECONDS } = flags;
  if (olderThan < LEAST_SECONDS)
    throw new UsageError('--older-than: use at least 1h', 'The use of a text is recorded once an hour.');
  const { renderSwept } = await import('../rendering/render-swept.ts');
  const lifecycle = await (await context.tools()).openLifecycle();
  const { parts, unfinished } = await lifecycle.sweep({ minimumAgeMs: olderThan * 1_000, withIndexes, apply });
  context.output.result({ deleted: apply, parts, unfinished }, () =>
    parts.every(({ count }) => count === 0) ? 'Nothing to delete.' : `${renderSwept(parts)}\n\n${verdict(apply)}`,
  );
  if (unfinished.length > 0) {
    context.output.progress(`Kept what these runs and sessions may be using: ${unfinished.join(', ')}`);
  }
  return ExitCode.Done;
}

function verdict(isDeleted: boolean): string {
  return isDeleted ? 'Deleted.' : `Nothing was deleted. Delete it: ${commands.collectGarbage()}`;
}
