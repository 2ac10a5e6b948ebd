import type { Command } from 'commander';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';
import { parseDurationOption } from '../options/option-values.ts';

interface GcFlags extends OutputFlags {
  readonly yes?: boolean;
  readonly olderThan?: number;
  readonly corpora?: boolean;
}

const DAY_SECONDS = 86_400;
/** Reading notes the use of a text once an hour. */
const LEAST_SECONDS = 3_600;

/** `gc`: deletes what nothing in the store needs any more. */
export function addGcCommand(program: Command): void {
  program
    .command('gc')
    .description('Show what nothing in the store needs any more; with --yes, delete it. Runs may be under way.')
    .option('--yes', 'delete it')
    .option('--older-than <duration>', 'only what nobody used for this long (default: 24h)', parseDurationOption)
    .option('--corpora', 'also the indexes of folders that are gone, and those that another version made')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nWhat a report, an index or a run under way rests on is never deleted.')
    .addHelpText('after', '\nExamples:\n  npm run gc\n  npm run gc -- --yes --older-than 7d')
    .action((flags: GcFlags) => runCommand(flags, (context) => collect(context, flags)));
}

async function collect(context: CommandContext, flags: GcFlags): Promise<ExitCode> {
  const { yes: apply = false, corpora: withIndexes = false, olderThan = DAY_SECONDS } = flags;
  if (olderThan < LEAST_SECONDS)
    throw new UsageError('--older-than is at least 1h', 'Texts in use are noted once an hour.');
  const { renderSwept } = await import('../rendering/render-swept.ts');
  const lifecycle = await (await context.tools()).openLifecycle();
  const { parts, unfinished } = await lifecycle.sweep({ minimumAgeMs: olderThan * 1_000, withIndexes, apply });
  context.output.result({ deleted: apply, parts, unfinished }, () =>
    parts.every(({ count }) => count === 0) ? 'Nothing to delete.' : `${renderSwept(parts)}\n\n${verdict(apply)}`,
  );
  if (unfinished.length > 0) {
    context.output.progress(`What was used since these runs began is kept: ${unfinished.join(', ')}`);
  }
  return ExitCode.Done;
}

function verdict(isDeleted: boolean): string {
  return isDeleted ? 'Deleted.' : 'Nothing was deleted. Delete it: npm run gc -- --yes';
}
