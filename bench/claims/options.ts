import { Command } from 'commander';

export interface ClaimOptions {
  readonly file: string;
  readonly json: string | null;
  readonly fit: boolean;
  readonly verbose: boolean;
}

/** Reads the command line of `npm run eval:claims`; ends the process where it makes no sense. */
export function parseOptions(argv: readonly string[]): ClaimOptions {
  const command = new Command('npm run eval:claims --')
    .description('Measures how well the rules tell claims that their page supports from those that it does not.')
    .argument('<file>', 'one JSON object a line (.jsonl or .jsonl.gz): claim, pageText, verdict')
    .option('--json <file>', 'writes the figures there')
    .option('--fit', 'prints the weights of activities/verification/claims/page-support.ts anew', false)
    .option('--verbose', 'lists the rows that were decided wrong', false)
    .parse(argv);
  const { json = null, fit, verbose } = command.opts<{ json?: string; fit: boolean; verbose: boolean }>();
  return { file: command.args[0] ?? '', json, fit, verbose };
}

/** Reads the command line of `npm run eval:claims:make`. */
export function parseMakeOptions(argv: readonly string[]): { readonly folder: string; readonly out: string } {
  const command = new Command('npm run eval:claims:make --')
    .description(
      'Makes rows for eval:claims: true sentences of documents, the same reworded, with one thing changed, or cited for another document.',
    )
    .argument(
      '<folder>',
      'folders with corpus/ and questions.jsonl, or with corpus.jsonl.gz, queries, qrels and evidence*.jsonl',
    )
    .argument('<out>', 'the .jsonl file to write')
    .parse(argv);
  return { folder: command.args[0] ?? '', out: command.args[1] ?? '' };
}
