import { resolve } from 'node:path';
import type { Command } from 'commander';
import { counted } from '../../../workflows/contracts/counted.ts';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

interface RestoreFlags extends OutputFlags {
  readonly force?: boolean;
}

/** `restore`: makes a store out of a backup. */
export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('Make the store out of a backup, every file checked first. Runs that were under way can go on.')
    .argument('<folder>', 'what `backup` wrote')
    .option('--force', 'also when the store holds something, which is moved aside within it')
    .option('--json', 'what was restored as JSON')
    .addHelpText(
      'after',
      '\nA restored store is the same store: let only one of the two work on with the same service.',
    )
    .addHelpText('after', '\nExample:\n  PLUMBLINE_HOME=~/plumbline npm run restore -- ~/backups/plumbline-2026-11-22')
    .action((folder: string, flags: RestoreFlags) =>
      runCommand(flags, (context) => restore(context, folder, flags.force === true)),
    );
}

async function restore(context: CommandContext, folder: string, force: boolean): Promise<ExitCode> {
  const { BackupRefusedError } = await import('../../../workers/local-tools.ts');
  const { config, output, signal } = context;
  const lifecycle = await (await context.tools()).openLifecycle();
  const restoring = lifecycle.restore({ source: resolve(folder), force, signal });
  const { backup, movedTo } = await restoring.catch((error: unknown) => {
    if (error instanceof BackupRefusedError) throw new UsageError(error.message, error.remedy, { cause: error });
    throw error;
  });
  const { createdAt, files } = backup;
  output.result({ home: config.home, createdAt, files: files.length, movedTo }, () =>
    [
      `Restored ${counted(files.length, 'file')} as of ${createdAt} to ${config.home}`,
      ...(movedTo === null ? [] : [`What was there before: ${movedTo}`]),
      'Go on with a run: npm run list, npm run resume -- <id>',
    ].join('\n'),
  );
  return ExitCode.Done;
}
