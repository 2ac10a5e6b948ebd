import { REPORT_LENGTHS, type ReportLength } from '@plumbline/contracts/settings/report-settings';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { MeasuredPreset, MeasuredRun } from './measurement.ts';

export interface PromptCostOptions {
  /** What to run, in this order. */
  readonly runs: readonly MeasuredRun[];
  readonly json: string | null;
  /** Folder for the reports that were written. */
  readonly reports: string | null;
}

interface GivenOptions {
  readonly preset?: MeasuredPreset;
  readonly tasks?: number;
  readonly length?: readonly ReportLength[];
  readonly json?: string;
  readonly reports?: string;
}

const TASKS: Readonly<Record<MeasuredPreset, number>> = { standard: 3, deep: 8 };

/** Reads the command line of the benchmark; ends the process where it makes no sense. */
export function parseOptions(argv: readonly string[]): PromptCostOptions {
  const command = new Command('node bench/prompt-costs.ts')
    .description('Counts model calls, prompt tokens and history events of a whole run over generated documents.')
    .addOption(new Option('--preset <name>', 'only this one').choices(Object.keys(TASKS)))
    .option('--tasks <number>', 'tasks of the plan, 1 to 8 (default: standard 3, deep 8)', parseTasks)
    .addOption(
      new Option('--length <names...>', 'lengths of the report (default: that of the preset)').choices(REPORT_LENGTHS),
    )
    .option('--json <file>', 'writes the figures there')
    .option('--reports <folder>', 'writes the reports there')
    .parse(argv);
  const { preset, tasks, length, json, reports } = command.opts<GivenOptions>();
  const presets: readonly MeasuredPreset[] = preset === undefined ? ['standard', 'deep'] : [preset];
  const lengths = length ?? [null];
  const runs = presets.flatMap((name) =>
    lengths.map((one) => ({ preset: name, tasks: tasks ?? TASKS[name], length: one })),
  );
  return { runs, json: json ?? null, reports: reports ?? null };
}

function parseTasks(text: string): number {
  const tasks = Number(text);
  if (!Number.isInteger(tasks) || tasks < 1 || tasks > 8) throw new InvalidArgumentError('a number from 1 to 8');
  return tasks;
}
