import { resolve } from 'node:path';
import type { Command } from 'commander';
import { formatBytes } from '../../../workflows/contracts/byte-size.ts';
import { counted } from '../../../workflows/contracts/counted.ts';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

/** `backup`: the store as one unit, while runs are going on. */
export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description('Copy the whole store into a folder as it is now, histories included, while runs go on.')
    .argument('<folder>', 'where to; it must be new or empty')
    .option('--json', 'what was copied as JSON')
    .addHelpText('after', '\nThe folder can be packed with any program, like tar. `restore` makes a store of it again.')
    .addHelpText('after', 'Not in it: environment variables with their keys, and databases and services of others')
    .addHelpText('after', '(PLUMBLINE_DATABASE_URL, TEMPORAL_ADDRESS), which have backups of their own.')
    .addHelpText('after', '\nExample:\n  npm run backup -- ~/backups/plumbline-2026-11-22')
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
      `Restore it: npm run restore -- ${target}`,
    ].join('\n'),
  );
  if (config.usesExternalTemporal) output.notice('The histories are in the Temporal Service, not in this backup.');
  return ExitCode.Done;
}
