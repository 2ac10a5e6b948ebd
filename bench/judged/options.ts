import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';

export interface JudgedOptions {
  /** With `questions.jsonl`. */
  readonly folder: string;
  /** Gets the reports, and the pairs for a judge. */
  readonly out: string;
  /** Finished reports; null: the questions are run. */
  readonly reports: string | null;
  /** False: finished reports are measured, and nothing is written. */
  readonly preparesPairs: boolean;
  /** Reads the judgements beside the pairs, and nothing else. */
  readonly judged: boolean;
  /** Ids; null: all. */
  readonly only: readonly string[] | null;
  /** Runs at the same time. */
  readonly parallel: number;
  /** Id of the question whose worker is killed in the middle of its run; null: none. */
  readonly kill: string | null;
  /** Decides the order of the pairs and which citations are sampled. */
  readonly seed: number;
  readonly json: string | null;
}

type Flags = Pick<JudgedOptions, 'judged' | 'parallel' | 'seed'> &
  Readonly<Partial<Record<'out' | 'reports' | 'only' | 'kill' | 'json', string>>>;

/** Reads the command line of `npm run eval:reports`; ends the process where it makes no sense. */
export function parseOptions(argv: readonly string[]): JudgedOptions {
  const command = new Command('npm run eval:reports --')
    .description(
      'Writes reports on the questions of a folder with the configured model, measures them beside reports of another author, and prepares blind pairs for a judge.',
    )
    .argument('<folder>', 'has questions.jsonl: id, corpus, language, question, length, optionally second')
    .option('--out <folder>', 'gets reports and pairs (default: reports/ in the folder); a second call goes on there')
    .option(
      '--reports <folder>',
      'measures finished reports, <id>/report.md or <id>.md, instead of running; pairs are written where --out says',
    )
    .option('--judged', 'reads what a judge wrote into the pairs of --out', false)
    .option('--only <ids>', 'only these questions, separated by commas')
    .option('--parallel <n>', 'runs at the same time', parseCount, 1)
    .option('--kill <id>', 'kills the worker once in the middle of this run')
    .option('--seed <n>', 'for the order of the pairs and the sample of citations', parseCount, 1)
    .option('--json <file>', 'writes the figures there')
    .parse(argv);
  const { out, reports, only, kill, json, ...given } = command.opts<Flags>();
  const folder = command.args[0] ?? '';
  const ids = only?.split(',').map((id) => id.trim()) ?? null;
  if (kill !== undefined && (reports !== undefined || given.judged))
    command.error('error: --kill needs runs', { exitCode: 2 });
  if (kill !== undefined && ids?.includes(kill) === false)
    command.error(`error: --only leaves out ${kill}, which --kill names`, { exitCode: 2 });
  return {
    ...given,
    folder,
    out: resolve(out ?? join(folder, 'reports')),
    reports: reports === undefined ? null : resolve(reports),
    preparesPairs: reports === undefined || out !== undefined,
    only: ids,
    kill: kill ?? null,
    json: json ?? null,
  };
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Use a whole number from 1 to 9999.');
  return Number(text);
}
