import { Command } from 'commander';

export interface PageOptions {
  /** With PDF files and `questions.jsonl`. */
  readonly folder: string;
  readonly json: string | null;
}

/** Reads the command line of `npm run eval:pages`; ends the process where it makes no sense. */
export function parseOptions(argv: readonly string[]): PageOptions {
  const command = new Command('npm run eval:pages --')
    .description(
      'Measures whether the right page of a PDF is found and quoted, on a folder with questions.jsonl, offline.',
    )
    .argument('<folder>')
    .option('--json <file>', 'writes the figures there')
    .parse(argv);
  const { json } = command.opts<{ json?: string }>();
  return { folder: command.args[0] ?? '', json: json ?? null };
}
