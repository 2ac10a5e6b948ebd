import { Command } from 'commander';

export interface CertaintyOptions {
  /** Paths of JSON files that `eval:answers --json` wrote. */
  readonly results: readonly string[];
  readonly json: string | null;
  readonly fit: boolean;
}

/** Reads the command line of `npm run eval:certainty`; ends the process where it makes no sense. */
export function parseOptions(argv: readonly string[]): CertaintyOptions {
  const command = new Command('npm run eval:certainty --')
    .description(
      'Compares the certainty of answers with what is true of them, five-fold by document, in results of eval:answers.',
    )
    .argument('<results...>', 'JSON files that eval:answers --json wrote')
    .option('--json <file>', 'writes the figures there')
    .option(
      '--fit',
      'fits the weights to the results and prints them, for activities/extractive/answers/answer-certainty.ts',
      false,
    )
    .parse(argv);
  const { json, fit } = command.opts<{ json?: string; fit: boolean }>();
  return { results: command.args, json: json ?? null, fit };
}
