import { Command, InvalidArgumentError, Option } from 'commander';
import { type Half, HALVES } from './invented/invented-folder.ts';

export interface PageOptions {
  /** With PDF files and `questions.jsonl`; null: the project's invented ones. */
  readonly folder: string | null;
  readonly half: Half;
  readonly json: string | null;
  /** Folder that gets every report. */
  readonly reports: string | null;
  readonly concurrency: number;
}

/** Reads the command line of `npm run eval:pages`; ends the process where it makes no sense. */
export function parseOptions(argv: readonly string[]): PageOptions {
  const command = new Command('npm run eval:pages --')
    .description(
      'Measures whether the right page of a PDF is found and quoted, offline: on a folder with PDF files and questions.jsonl, or on invented documents.',
    )
    .argument('[folder]', 'left out: the invented documents')
    .addOption(
      new Option('--half <half>', 'half of the invented documents').choices(HALVES).default('development' as const),
    )
    .option('--json <file>', 'writes the figures there')
    .option('--reports <folder>', 'keeps every report there')
    .option('--concurrency <n>', 'runs at the same time', parseCount, 2)
    .parse(argv);
  const { half, concurrency, json, reports } = command.opts<{
    half: Half;
    concurrency: number;
    json?: string;
    reports?: string;
  }>();
  return { folder: command.args[0] ?? null, half, concurrency, json: json ?? null, reports: reports ?? null };
}

function parseCount(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('Use a whole number from 1 to 99.');
  return Number(text);
}
