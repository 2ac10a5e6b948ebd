import { Command } from 'commander';
import type { EndpointVariables } from '../answers/endpoints.ts';

export interface AskedOptions {
  readonly directories: readonly string[];
  /** Holds a folder for each corpus; null: each folder of questions does. */
  readonly corpora: string | null;
  /** Keeps answers; null: nowhere. */
  readonly kept: string | null;
  /** Answers that another version kept; null: no comparison. */
  readonly baseline: string | null;
  readonly json: string | null;
  /** Of the embeddings server; none: words only. */
  readonly endpoints: EndpointVariables;
}

interface Flags {
  readonly json?: string;
  readonly corpora?: string;
  readonly answers?: string;
  readonly baseline?: string;
  readonly embeddingUrl?: string;
  readonly embeddingModel?: string;
  readonly embeddingFolder?: string;
}

/** Reads the command line of `npm run eval:asked`; ends the process where it makes no sense. */
export function parseOptions(argv: readonly string[]): AskedOptions {
  const command = new Command('npm run eval:asked --')
    .description(
      'Asks the questions of a folder as `ask` does, without a model: whether the expected passage is shown and seen, whether a question is refused only where the documents are silent, and that nothing is stated.',
    )
    .argument('<folders...>', 'each has questions.jsonl')
    .option(
      '--corpora <folder>',
      'holds a folder for each corpus of the questions (default: the folder of the questions)',
    )
    .option('--answers <folder>', 'keeps the answers there, as id.json')
    .option('--baseline <folder>', 'compares with answers that another version kept there')
    .option('--embedding-url <url>', 'address of an OpenAI-compatible embeddings server, like http://127.0.0.1:8082/v1')
    .option('--embedding-model <name>', 'its model')
    .option('--embedding-folder <folder>', 'instead, a model that `model add` put there')
    .option('--json <file>', 'writes the figures there')
    .parse(argv);
  const { json, corpora, answers, baseline, embeddingUrl, embeddingModel, embeddingFolder } = command.opts<Flags>();
  if ((embeddingUrl === undefined) !== (embeddingModel === undefined))
    command.error('error: --embedding-url and --embedding-model belong together', { exitCode: 2 });
  return {
    directories: command.args,
    corpora: corpora ?? null,
    kept: answers ?? null,
    baseline: baseline ?? null,
    json: json ?? null,
    endpoints: {
      ...(embeddingUrl !== undefined && { PLUMBLINE_EMBEDDING_BASE_URL: embeddingUrl }),
      ...(embeddingModel !== undefined && { PLUMBLINE_EMBEDDING_MODEL: embeddingModel }),
      ...(embeddingFolder !== undefined && { 'embedding.folder': embeddingFolder }),
    },
  };
}
