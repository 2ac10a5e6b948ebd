import { Command, InvalidArgumentError, Option } from 'commander';
import { BROKEN_MODELS, type BrokenModelKind } from '../../test/support/servers/broken-model.ts';
import type { EndpointVariables } from './endpoints.ts';

export interface AnswerOptions {
  /** With `corpus/` and `questions.jsonl`. */
  readonly folder: string;
  readonly json: string | null;
  /** Ids; null: all. */
  readonly questions: readonly string[] | null;
  /** Most questions; null: all. */
  readonly limit: number | null;
  readonly concurrency: number;
  readonly ablation: boolean;
  readonly calibration: boolean;
  /** Also prints which questions lost a passage at which step. */
  readonly verbose: boolean;
  /** Folder that gets every report. */
  readonly reports: string | null;
  /** Folder that keeps the index; null: a temporary one. */
  readonly home: string | null;
  /** Empty: offline. */
  readonly endpoints: EndpointVariables;
  /** A model that is useless in this way, which the evaluation starts itself. */
  readonly brokenModel: BrokenModelKind | null;
}

type Given = Pick<AnswerOptions, 'concurrency' | 'ablation' | 'calibration' | 'verbose'> &
  Partial<Record<'json' | 'questions' | 'reports' | 'home', string>> & {
    readonly limit?: number;
    readonly brokenModel?: BrokenModelKind;
  } & GivenEndpoints;

type GivenEndpoints = Readonly<
  Partial<Record<'modelUrl' | 'model' | 'smallModel' | 'embeddingUrl' | 'embeddingModel' | 'rerankUrl', string>>
>;

/** Reads the command line of `npm run eval:answers`; ends the process when it is invalid. */
export function parseOptions(argv: readonly string[]): AnswerOptions {
  const command = new Command('npm run eval:answers --')
    .description(
      'Measures the answers to the questions of a folder with corpus/ and questions.jsonl: offline, or with the servers that are named. The environment of the shell names none.',
    )
    .argument('<folder>')
    .option('--json <file>', 'writes the figures there')
    .option('--questions <ids>', 'only these, separated by commas')
    .option('--limit <n>', 'at most so many of them, evenly spaced over the file', parseCount)
    .option('--concurrency <n>', 'runs at the same time', parseCount, 2)
    .option('--ablation', 'repeats everything with one part of the project switched off at a time', false)
    .option('--calibration', 'measures grading and validation alone, on planted tangents, without runs', false)
    .option('--verbose', 'prints the questions that lose an expected passage, by step', false)
    .option('--reports <folder>', 'keeps every report there')
    .option('--home <folder>', 'keeps index and runs there for the next time')
    .option('--model-url <url>', 'address of an OpenAI-compatible server, like http://127.0.0.1:8080/v1')
    .option('--model <name>', 'its model')
    .option('--small-model <name>', 'its model for simple steps')
    .addOption(
      new Option('--broken-model <kind>', 'a model that is useless in one way, started for this')
        .choices(BROKEN_MODELS)
        .conflicts(['model', 'modelUrl', 'calibration']),
    )
    .option('--embedding-url <url>', 'address of an OpenAI-compatible embeddings server')
    .option('--embedding-model <name>', 'its model')
    .option('--rerank-url <url>', 'address of a reranking server, like http://127.0.0.1:8083/v1/rerank')
    .parse(argv);
  const {
    json,
    questions,
    limit,
    reports,
    home,
    concurrency,
    ablation,
    calibration,
    verbose,
    brokenModel,
    ...servers
  } = command.opts<Given>();
  const problem = problemOf(servers, calibration);
  if (problem !== null) command.error(`error: ${problem}`, { exitCode: 2 });
  return {
    concurrency,
    ablation,
    calibration,
    verbose,
    folder: command.args[0] ?? '',
    json: json ?? null,
    questions: questions?.split(',').map((id) => id.trim()) ?? null,
    limit: limit ?? null,
    reports: reports ?? null,
    home: home ?? null,
    endpoints: variablesOf(servers),
    brokenModel: brokenModel ?? null,
  };
}

function problemOf(servers: GivenEndpoints, calibration: boolean): string | null {
  const { modelUrl, model, smallModel, embeddingUrl, embeddingModel } = servers;
  if ((modelUrl === undefined) !== (model === undefined)) return '--model-url and --model belong together';
  if (smallModel !== undefined && model === undefined) return '--small-model needs --model-url and --model';
  if ((embeddingUrl === undefined) !== (embeddingModel === undefined))
    return '--embedding-url and --embedding-model belong together';
  return calibration && Object.keys(servers).length > 0 ? '--calibration uses no servers' : null;
}

function variablesOf(servers: GivenEndpoints): EndpointVariables {
  const { modelUrl, model, smallModel, embeddingUrl, embeddingModel, rerankUrl } = servers;
  return {
    ...(modelUrl !== undefined && { OPENAI_BASE_URL: modelUrl }),
    ...(model !== undefined && { PLUMBLINE_MODEL: model }),
    ...(smallModel !== undefined && { 'model.small': smallModel }),
    ...(embeddingUrl !== undefined && { PLUMBLINE_EMBEDDING_BASE_URL: embeddingUrl }),
    ...(embeddingModel !== undefined && { PLUMBLINE_EMBEDDING_MODEL: embeddingModel }),
    ...(rerankUrl !== undefined && { 'rerank.endpoint': rerankUrl }),
  };
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Use a whole number from 1 to 9999.');
  return Number(text);
}
