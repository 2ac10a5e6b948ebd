import { resolve } from 'node:path';
import type { Command } from 'commander';
import { formatBytes } from '../../../workflows/contracts/byte-size.ts';
import { counted } from '../../../workflows/contracts/counted.ts';
import { UsageError } from '../../errors/failures.ts';
import { commands, examples } from '../../wording/cli-commands.ts';
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
  const { BackupRefusedError } = await import('../../../workers/local-tools.ts');
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
