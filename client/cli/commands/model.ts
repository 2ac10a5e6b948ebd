import { resolve } from 'node:path';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import type { Command } from 'commander';
import { commands, example, EnvironmentError, UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { acting } from '../context/command.ts';

interface ModelFlags {
  readonly remove?: boolean;
  readonly manifest?: string;
  readonly from?: string;
}

const NOTE = `
Brought are multilingual-e5-small (118 MB) and, with npm, its runtime (114 MB). Where there is no internet, name a
folder with --from: one that another store has (.plumbline/model), or tokenizer.json, one .onnx file and node_modules.
What breaks off goes on when the command is repeated.`;

export function addModelCommand(program: Command): void {
  program
    .command('model')
    .description('Add a small model that finds passages by their meaning, in 100 languages, without a server.')
    .option('--manifest <address>', 'fetch the model of this list instead: name, and path, bytes and sha256 of files')
    .option('--from <folder>', 'copy it from a folder')
    .option('--remove', 'remove the model and its runtime; vectors that it made are kept')
    .option('--quiet', 'no progress')
    .addHelpText('after', example('model', NOTE))
    .action(acting((context, flags: ModelFlags) => (flags.remove === true ? remove(context) : add(context, flags))));
}

async function add(context: CommandContext, { manifest, from }: ModelFlags): Promise<void> {
  if (manifest !== undefined && from !== undefined) throw new UsageError('--manifest and --from exclude each other');
  if (manifest !== undefined && !/^https?:/u.test(manifest))
    throw new UsageError('--manifest: use an address that begins with http:// or https://');
  const { output, signal } = context;
  const origin = manifest !== undefined ? { manifest } : from !== undefined ? { from: resolve(from) } : null;
  const { model } = await context.tools();
  const onProgress = (line: string): void => output.progress(line);
  const { added, isPinned, dimensions } = await model.add(origin, { signal, onProgress }).catch(toFailure);
  output.result({ ...added, isPinned, dimensions }, () => [
    `${added.model} is there and answers with ${dimensions} dimensions: ${added.folder}`,
    ...added.files.map(({ path, bytes, sha256 }) => `  ${path}  ${formatBytes(bytes)}  SHA-256 ${sha256}`),
    ...(isPinned ? ['No list names these hashes: they are of what came, and hold from now on.'] : []),
    `A worker that runs takes it when it starts again: ${commands.down()}`,
  ]);
}

function toFailure(error: unknown): never {
  if (error instanceof Error && error.name === 'ModelAdditionError')
    throw new EnvironmentError(error.message, '', { cause: error });
  throw error;
}

async function remove(context: CommandContext): Promise<void> {
  const removed = await (await context.tools()).model.remove();
  context.output.result({ removed }, () => (removed ? 'The model has been removed.' : 'There was no model.'));
}
