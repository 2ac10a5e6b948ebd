import { Command } from 'commander';

export interface RelevanceOptions {
  readonly folder: string;
  readonly json: string | null;
  /** Names of files in the folder; null: the pair that is there. */
  readonly queries: string | null;
  readonly qrels: string | null;
  /** Folder that keeps the index; null: a temporary one. */
  readonly home: string | null;
  readonly fit: boolean;
}

/** Reads the command line of `npm run eval:relevance`; ends the process where it makes no sense. */
export function parseOptions(argv: readonly string[]): RelevanceOptions {
  const command = new Command('npm run eval:relevance --')
    .description(
      'Measures the hit scores of the offline engine: on a folder in BEIR layout (corpus.jsonl[.gz], queries*.jsonl, qrels*.tsv), or on one with corpus/ and questions.jsonl.',
    )
    .argument('<folder>')
    .option('--json <file>', 'writes the figures there')
    .option('--queries <file>', 'queries of the BEIR layout, by name in the folder')
    .option('--qrels <file>', 'judgements of the BEIR layout, by name in the folder')
    .option('--home <folder>', 'keeps documents and index there for the next time')
    .option(
      '--fit',
      'fits the weights to the folder and prints them, for activities/offline-engine/passages/passage-relevance.ts',
      false,
    )
    .parse(argv);
  const { fit, ...given } = command.opts<Record<string, string | undefined> & { fit: boolean }>();
  return {
    folder: command.args[0] ?? '',
    json: given['json'] ?? null,
    queries: given['queries'] ?? null,
    qrels: given['qrels'] ?? null,
    home: given['home'] ?? null,
    fit,
  };
}
