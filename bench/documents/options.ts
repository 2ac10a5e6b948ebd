import { Command } from 'commander';

export interface DocumentOptions {
  /** A list of cases in files; null: the project's own. */
  readonly list: string | null;
  /** Generated documents of each format; 0 with a list. */
  readonly generated: number;
  /** Also asks their questions through the whole product. */
  readonly asks: boolean;
  /** Another checkout, whose reading is measured beside this one's. */
  readonly baseline: string | null;
  /** A model that sees, at an endpoint: it is asked what the diagrams show. */
  readonly vision: { readonly baseURL: string; readonly model: string } | null;
  readonly json: string | null;
}

/** Reads the command line of `npm run eval:documents`; ends the process where it makes no sense. */
export function parseOptions(argv: readonly string[]): DocumentOptions {
  const command = new Command('npm run eval:documents --')
    .description(
      'Measures what becomes of the words of documents, offline: kept, marked, lost with a note, lost in silence, or falsified. Speed is measured by `npm run bench -- --only indexing`.',
    )
    .argument('[list]', "a YAML list of cases in files; left out: the project's own cases")
    .option('--answers', 'also asks the question of every case that has one, as a user does')
    .option('--generated <count>', 'generated documents of each format, whose words are counted', '1000')
    .option('--baseline <checkout>', 'measures the reading of another checkout beside this one')
    .option('--vision <model>', 'also has diagrams described by this model; needs --model-url')
    .option('--model-url <address>', 'OpenAI-compatible endpoint of that model')
    .option('--json <file>', 'writes the figures there')
    .parse(argv);
  const { answers, baseline, generated, vision, modelUrl, json } = command.opts<{
    answers?: true;
    baseline?: string;
    generated: string;
    vision?: string;
    modelUrl?: string;
    json?: string;
  }>();
  if ((vision === undefined) !== (modelUrl === undefined)) command.error('--vision and --model-url need each other');
  const list = command.args[0] ?? null;
  return {
    list,
    generated: list === null ? Number.parseInt(generated, 10) : 0,
    asks: answers === true,
    baseline: baseline ?? null,
    vision: vision === undefined || modelUrl === undefined ? null : { baseURL: modelUrl, model: vision },
    json: json ?? null,
  };
}
