import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { VICTIMS } from './matrix-cells.ts';
import { SPECIAL } from './special-cells.ts';

/** Cores per cell: with fewer, answers wait for the processor longer than on any machine with a single run. */
const CORES = 2;

export interface ChaosOptions {
  readonly json: string | null;
  /** Rows, by activity or name of the special case; null: all. */
  readonly only: readonly string[] | null;
  /** Headings; null: all. */
  readonly targets: readonly string[] | null;
  /** Columns; null: all. */
  readonly instants: readonly string[] | null;
  /** This many cells, the same ones every time; null: all. */
  readonly cells: number | null;
  readonly parallel: number;
}

/** Reads the command line of `npm run chaos`; ends the process when it is invalid. */
export function parseOptions(argv: readonly string[]): ChaosOptions {
  const command = new Command('npm run chaos --')
    .description('Kills every process at every activity of a run, and counts what is lost or asked again.')
    .option('--json <file>', 'writes the figures there')
    .option('--only <names>', 'only these activities or special cases, separated by commas')
    .option('--target <names>', `only these: ${[...VICTIMS, SPECIAL].join(', ')}`)
    .option('--instant <names>', 'only these instants: before, middle, in flight, after')
    .option('--cells <n>', 'only so many cells, the same ones every time', parseCount)
    .option(
      '--parallel <n>',
      'cells at the same time',
      parseCount,
      Math.max(1, Math.floor(availableParallelism() / CORES)),
    )
    .parse(argv);
  const { json, only, target, instant, cells, parallel } = command.opts<{
    json?: string;
    only?: string;
    target?: string;
    instant?: string;
    cells?: number;
    parallel: number;
  }>();
  return {
    json: json ?? null,
    only: listOf(only),
    targets: listOf(target),
    instants: listOf(instant),
    cells: cells ?? null,
    parallel,
  };
}

function listOf(text: string | undefined): readonly string[] | null {
  return text?.split(',').map((name) => name.trim()) ?? null;
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Use a whole number from 1 on.');
  return Number(text);
}
