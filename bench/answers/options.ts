import { Command, InvalidArgumentError } from 'commander';

export interface AnswerOptions {
  /** With `corpus/` and `questions.jsonl`. */
  readonly folder: string;
  readonly json: string | null;
  /** Ids; null: all. */
  readonly questions: readonly string[] | null;
  readonly concurrency: number;
  readonly ablation: boolean;
  readonly calibration: boolean;
  /** Folder that gets every report. */
  readonly reports: string | null;
}

/** Reads the command line of `npm run eval:answers`; ends the process when it is invalid. */
export function parseOptions(argv: readonly string[]): AnswerOptions {
  const command = new Command('npm run eval:answers --')
    .description('Measures the answers to the questions of a folder with corpus/ and questions.jsonl, offline.')
    .argument('<folder>')
    .option('--json <file>', 'writes the figures there')
    .option('--questions <ids>', 'only these, separated by commas')
    .option('--concurrency <n>', 'runs at the same time', parseConcurrency, 2)
    .option('--ablation', 'repeats everything with one part of the project switched off at a time', false)
    .option('--calibration', 'measures grading and validation alone, on planted tangents, without runs', false)
    .option('--reports <folder>', 'keeps every report there')
    .parse(argv);
  const { json, questions, reports, ...given } = command.opts<{
    json?: string;
    questions?: string;
    concurrency: number;
    ablation: boolean;
    calibration: boolean;
    reports?: string;
  }>();
  return {
    ...given,
    folder: command.args[0] ?? '',
    json: json ?? null,
    questions: questions?.split(',').map((id) => id.trim()) ?? null,
    reports: reports ?? null,
  };
}

function parseConcurrency(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('Use a whole number from 1 to 99.');
  return Number(text);
}
