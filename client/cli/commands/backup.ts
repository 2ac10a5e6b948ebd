import { resolve } from 'node:path';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import { counted } from '@plumbline/contracts/common/counted';
import type { Command } from 'commander';
import { BackupRefusedError } from '../../../workers/lifecycle/lifecycle-errors.ts';
import { commands, examples } from '../../errors/cli-commands.ts';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

/** `backup`: copies the store while runs continue. */
export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .helpGroup(CommandGroup.Store)
    .description('Copy the whole store, including histories, to a folder. Runs may continue meanwhile.')
    .argument('<folder>', 'target folder; must be new or empty')
    .option('--json', 'what was copied as JSON')
    .addHelpText(
      'after',
      '\n`restore` turns the folder back into a store. You can pack it with any program, such as tar.',
    )
    .addHelpText('after', 'Not included: environment variables and their keys, and external databases and services')
    .addHelpText('after', '(PLUMBLINE_DATABASE_URL, TEMPORAL_ADDRESS), which need backups of their own.')
    .addHelpText('after', examples('backup ~/backups/plumbline-2026-11-22'))
    .action((folder: string, flags: OutputFlags) => runCommand(flags, (context) => backUp(context, folder)));
}

async function backUp(context: CommandContext, folder: string): Promise<ExitCode> {
  const { output, signal, config } = context;
  const target = resolve(folder);
  const lifecycle = await (await context.tools()).openLifecycle();
  const onProgress = (line: string) => output.progress(line);
  const { createdAt, files } = await lifecycle.backUp({ target, signal, onProgress }).catch((error: unknown) => {
    if (error instanceof BackupRefusedError) throw new UsageError(error.message, error.remedy, { cause: error });
    throw error;
  });
  const bytes = files.reduce((total, file) => total + file.bytes, 0);
  output.result({ folder: target, createdAt, files: files.length, bytes }, () =>
    [
      `Backed up ${counted(files.length, 'file')}, ${formatBytes(bytes)}, to ${target}`,
      `Restore it: ${commands.restore(target)}`,
    ].join('\n'),
  );
  if (config.usesExternalTemporal) output.notice('The histories are in the Temporal Service, not in this backup.');
  return ExitCode.Done;
}

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
    .option('--force', 'even if the store is not empty; its content is moved aside')
    .option('--json', 'what was restored as JSON')
    .addHelpText('after', '\nThe restored store has the same identity: use only one of the two with the same service.')
    .addHelpText('after', examples('PLUMBLINE_HOME=~/plumbline restore ~/backups/plumbline-2026-11-22'))
    .action((folder: string, flags: RestoreFlags) =>
      runCommand(flags, (context) => restore(context, folder, flags.force === true)),
    );
}

async function restore(context: CommandContext, folder: string, force: boolean): Promise<ExitCode> {
  const { endLingering } = await import('../../connection/embedded.ts');
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
