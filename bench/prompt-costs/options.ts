import { Command, InvalidArgumentError, Option } from 'commander';
import type { MeasuredPreset } from './measurement.ts';

export interface PromptCostOptions {
  /** What to run, in this order. */
  readonly runs: readonly { readonly preset: MeasuredPreset; readonly tasks: number }[];
  readonly json: string | null;
}

const TASKS: Readonly<Record<MeasuredPreset, number>> = { standard: 3, deep: 8 };

/** Reads the command line of the benchmark; ends the process where it makes no sense. */
export function parseOptions(argv: readonly string[]): PromptCostOptions {
  const command = new Command('node bench/prompt-costs.ts')
    .description('Counts model calls, prompt tokens and history events of a whole run over generated documents.')
    .addOption(new Option('--preset <name>', 'only this one').choices(Object.keys(TASKS)))
    .option('--tasks <number>', 'tasks of the plan, 1 to 8 (default: standard 3, deep 8)', parseTasks)
    .option('--json <file>', 'writes the figures there')
    .parse(argv);
  const { preset, tasks, json } = command.opts<{ preset?: MeasuredPreset; tasks?: number; json?: string }>();
  const presets: readonly MeasuredPreset[] = preset === undefined ? ['standard', 'deep'] : [preset];
  return { runs: presets.map((name) => ({ preset: name, tasks: tasks ?? TASKS[name] })), json: json ?? null };
}

function parseTasks(text: string): number {
  const tasks = Number(text);
  if (!Number.isInteger(tasks) || tasks < 1 || tasks > 8) throw new InvalidArgumentError('a number from 1 to 8');
  return tasks;
}
