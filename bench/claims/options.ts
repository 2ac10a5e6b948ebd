import { Command } from 'commander';

/** Reads the command line of `npm run eval:claims:make`. */
export function parseMakeOptions(argv: readonly string[]): { readonly folder: string; readonly out: string } {
  const command = new Command('npm run eval:claims:make --')
    .description(
      'Makes rows for eval:claims:judged: true sentences of documents, the same reworded, with one thing changed, or cited for another document.',
    )
    .argument(
      '<folder>',
      'folders with corpus/ and questions.jsonl, or with corpus.jsonl.gz, queries, qrels and evidence*.jsonl',
    )
    .argument('<out>', 'the .jsonl file to write')
    .parse(argv);
  return { folder: command.args[0] ?? '', out: command.args[1] ?? '' };
}
