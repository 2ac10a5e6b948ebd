import { Command } from 'commander';
import type { EmbeddingConfig } from '../../workers/config/worker-config.ts';
import { readEndpoints } from '../answers/endpoints.ts';

export interface SearchQualityOptions {
  readonly folder: string;
  readonly json: string | null;
  /** Names of files in the folder; null: the pair that is there. */
  readonly queries: string | null;
  readonly qrels: string | null;
  readonly ablation: boolean;
  /** Also measures ways to search that were rejected. */
  readonly alternatives: boolean;
  /** Copies of the documents with other words, to measure a larger folder of questions. */
  readonly copies: number;
  /** Folder that keeps the index; null: a temporary one. */
  readonly home: string | null;
  /** Null: words only. */
  readonly embedding: EmbeddingConfig | null;
}

/** Reads the command line of `npm run eval:retrieval`; ends the process where it makes no sense. */
export function parseOptions(argv: readonly string[]): SearchQualityOptions {
  const command = new Command('npm run eval:retrieval --')
    .description(
      'Measures the search: nDCG@10 and recall@100 on a folder in BEIR layout (corpus.jsonl[.gz], queries*.jsonl, qrels*.tsv), passage recall on one with corpus/ and questions.jsonl.',
    )
    .argument('<folder>')
    .option('--json <file>', 'writes the figures there')
    .option('--queries <file>', 'queries of the BEIR layout, by name in the folder')
    .option('--qrels <file>', 'judgements of the BEIR layout, by name in the folder')
    .option('--ablation', 'measures each stage of the search on top of those before it', false)
    .option('--alternatives', 'measures other ways to search on the same passages', false)
    .option('--copies <n>', 'adds so many copies of the German documents of questions.jsonl, with other words', '0')
    .option('--home <folder>', 'keeps documents and index there for the next time')
    .option('--embedding-url <url>', 'address of an OpenAI-compatible embeddings server, like http://127.0.0.1:8082/v1')
    .option('--embedding-model <name>', 'its model')
    .option('--embedding-folder <folder>', 'instead, a model that `model add` put there')
    .parse(argv);
  const given = command.opts<Record<string, string | undefined> & { ablation: boolean; alternatives: boolean }>();
  const [baseURL, model, folder] = [given['embeddingUrl'], given['embeddingModel'], given['embeddingFolder']];
  if ((baseURL === undefined) !== (model === undefined))
    command.error('error: --embedding-url and --embedding-model belong together', { exitCode: 2 });
  return {
    folder: command.args[0] ?? '',
    json: given['json'] ?? null,
    queries: given['queries'] ?? null,
    qrels: given['qrels'] ?? null,
    ablation: given.ablation,
    alternatives: given.alternatives,
    copies: Number(given['copies']),
    home: given['home'] ?? null,
    embedding: readEndpoints({
      ...(baseURL !== undefined && { PLUMBLINE_EMBEDDING_BASE_URL: baseURL }),
      ...(model !== undefined && { PLUMBLINE_EMBEDDING_MODEL: model }),
      ...(folder !== undefined && { 'embedding.folder': folder }),
    }).embedding,
  };
}
