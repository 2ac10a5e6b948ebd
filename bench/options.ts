import { Command } from 'commander';

export interface BenchOptions {
  /** Folder that is indexed and searched; null: the demo's. */
  readonly folder: string | null;
  /** Names of the measures to take; null: all. */
  readonly only: readonly string[] | null;
  readonly isFull: boolean;
  readonly json: string | null;
}

/** Reads the command line of `npm run bench`; ends the process where it makes no sense. */
export function parseOptions(argv: readonly string[], names: readonly string[]): BenchOptions {
  const command = new Command('npm run bench --')
    .description('Measures how fast the project is and what it costs, and prints a table.')
    .argument('[folder]', 'documents for indexing and search; those of the demo when left out')
    .option('--only <names>', `only these, separated by commas: ${names.join(', ')}`)
    .option('--full', 'with more repetitions and longer queues', false)
    .option('--json <file>', 'writes the figures there')
    .parse(argv);
  const given = command.opts<{ only?: string; full: boolean; json?: string }>();
  const only = given.only?.split(',').map((name) => name.trim()) ?? null;
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0)
    command.error(`error: unknown: ${unknown.join(', ')}; there are ${names.join(', ')}`, { exitCode: 2 });
  return { folder: command.args[0] ?? null, only, isFull: given.full, json: given.json ?? null };
}
