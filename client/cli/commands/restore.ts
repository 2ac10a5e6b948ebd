import { resolve } from 'node:path';
import type { Command } from 'commander';
import { counted } from '../../../workflows/contracts/counted.ts';
import { UsageError } from '../../errors/failures.ts';
import { commands, examples } from '../../wording/cli-commands.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

interface RestoreFlags extends OutputFlags {
  readonly force?: boolean;
}

/** `restore`: turns a backup into a store. */
export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .helpGroup(CommandGroup.Store)
    .description('Restore the store from a backup; every file is checked first. Unfinished runs can be resumed.')
    .argument('<folder>', 'folder that `backup` wrote')
    .option('--force', 'also when the store is not empty; its content is moved aside')
    .option('--json', 'what was restored as JSON')
    .addHelpText('after', '\nThe restored store has the same identity: use only one of the two with the same service.')
    .addHelpText('after', examples('PLUMBLINE_HOME=~/plumbline restore ~/backups/plumbline-2026-11-22'))
    .action((folder: string, flags: RestoreFlags) =>
      runCommand(flags, (context) => restore(context, folder, flags.force === true)),
    );
}

async function restore(context: CommandContext, folder: string, force: boolean): Promise<ExitCode> {
  const { BackupRefusedError } = await import('../../../workers/local-tools.ts');
  const { endLingering } = await import('../../connection/lingering.ts');
  const { config, output, signal } = context;
  await endLingering(config.home);
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
      ...(movedTo === null ? [] : [`Previous content: ${movedTo}`]),
      `Continue a run: ${commands.list()}, ${commands.resume('<id>')}`,
    ].join('\n'),
  );
  return ExitCode.Done;
}
