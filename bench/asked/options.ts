import { Command } from 'commander';

export interface AskedOptions {
  readonly directories: readonly string[];
  /** Holds a folder for each corpus; null: each folder of questions does. */
  readonly corpora: string | null;
  /** Keeps answers; null: nowhere. */
  readonly kept: string | null;
  /** Answers that another version kept; null: no comparison. */
  readonly baseline: string | null;
  readonly json: string | null;
}

interface Flags {
  readonly json?: string;
  readonly corpora?: string;
  readonly answers?: string;
  readonly baseline?: string;
}

/** Reads the command line of `npm run eval:asked`; ends the process where it makes no sense. */
export function parseOptions(argv: readonly string[]): AskedOptions {
  const command = new Command('npm run eval:asked --')
    .description(
      'Asks the questions of a folder as `ask` does, without a model: how often what is stated is right, whether the expected passage is shown, and whether a question is refused only where the documents are silent.',
    )
    .argument('<folders...>', 'each has questions.jsonl')
    .option(
      '--corpora <folder>',
      'holds a folder for each corpus of the questions (default: the folder of the questions)',
    )
    .option('--answers <folder>', 'keeps the answers there, as id.json')
    .option('--baseline <folder>', 'compares with answers that another version kept there')
    .option('--json <file>', 'writes the figures there')
    .parse(argv);
  const { json, corpora, answers, baseline } = command.opts<Flags>();
  return {
    directories: command.args,
    corpora: corpora ?? null,
    kept: answers ?? null,
    baseline: baseline ?? null,
    json: json ?? null,
  };
}
