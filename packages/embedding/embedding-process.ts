// The process that runs the model: its memory and its threads are its own, and a crash of native code ends nothing else.
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { createUnigramTokenizer, type Tokenizer } from './unigram-tokenizer.ts';

/** One text, with its prefix. */
export interface EmbeddingQuestion {
  readonly text: string;
}

/** One for each question, in order. The first one, to no question, says that the model is loaded, or why not. */
export type EmbeddingAnswer = { readonly vector: Float32Array } | { readonly problem: string };

/** The part of onnxruntime-node that is used. */
interface Runtime {
  readonly Tensor: new (type: 'int64', data: BigInt64Array, shape: readonly number[]) => unknown;
  readonly InferenceSession: { create(path: string, options: object): Promise<Session> };
}

interface Session {
  release(): Promise<void>;
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(
    feeds: Record<string, unknown>,
  ): Promise<Record<string, { readonly data: Float32Array; readonly dims: number[] }>>;
}

/** The beginning says what a passage is about; twice as many tokens take more than twice the time. */
const MOST_TOKENS = 256;
const THREADS = 2;

const [tokenizer = '', weights = '', mapped = ''] = process.argv.slice(2);
const answer = (message: EmbeddingAnswer): void => void process.send?.(message);

process.on('disconnect', () => process.exit());
// What people wait for comes first: they do without vectors until these are made.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

try {
  const embed = await load();
  process.on('message', ({ text }: EmbeddingQuestion) => {
    embed(text).then(
      (vector) => answer({ vector }),
      (error: unknown) => answer(problemOf(error)),
    );
  });
  answer({ vector: new Float32Array() });
} catch (error) {
  process.send?.(problemOf(error), undefined, undefined, () => process.exit());
}

function problemOf(error: unknown): EmbeddingAnswer {
  return { problem: error instanceof Error ? error.message : String(error) };
}

async function load(): Promise<(text: string) => Promise<Float32Array>> {
  const runtime = createRequire(weights)('onnxruntime-node') as Runtime;
  const tokenize = createUnigramTokenizer(JSON.parse(readFileSync(tokenizer, 'utf8')), MOST_TOKENS);
  // Of what was read, most is not needed any more.
  globalThis.gc?.();
  const session = await openSession(runtime);
  return (text) => embedOne(text, { tokenize, runtime, session });
}

/** Weights that are mapped, not read, take memory only where words need them, and the system may take it back. */
async function openSession({ InferenceSession }: Runtime): Promise<Session> {
  const open = (path: string, settings: object, others = {}): Promise<Session> =>
    InferenceSession.create(path, {
      intraOpNumThreads: THREADS,
      interOpNumThreads: 1,
      // Only what any processor can run.
      graphOptimizationLevel: 'extended',
      // Threads that wait in a loop take twice the processor time.
      extra: { session: { intra_op: { allow_spinning: '0' }, ...settings } },
      ...others,
    });
  if (!existsSync(mapped)) {
    // Of this process alone, also where containers share the folder; nothing of it stays on a full disk.
    const draft = `${mapped}.${crypto.randomUUID()}`;
    await open(weights, { save_model_format: 'ORT' }, { optimizedModelFilePath: draft })
      .then((session) => session.release())
      .then(() => renameSync(draft, mapped))
      .finally(() => rmSync(draft, { force: true }));
  }
  return open(mapped, { use_memory_mapped_ort_model: '1', use_ort_model_bytes_for_initializers: '1' });
}

interface Loaded {
  readonly tokenize: Tokenizer;
  readonly runtime: Runtime;
  readonly session: Session;
}

/** One text at a time: padding to the longest of several costs more than it saves on a processor. */
async function embedOne(text: string, { tokenize, runtime, session }: Loaded): Promise<Float32Array> {
  const ids = tokenize(text);
  const shape = [1, ids.length];
  const inputs: Readonly<Record<string, BigInt64Array>> = {
    input_ids: BigInt64Array.from(ids, BigInt),
    attention_mask: new BigInt64Array(ids.length).fill(1n),
    token_type_ids: new BigInt64Array(ids.length),
  };
  const feeds = session.inputNames.map((name) => {
    const data = inputs[name];
    if (data === undefined) throw new Error(`the model wants ${name}, which is not known`);
    return [name, new runtime.Tensor('int64', data, shape)];
  });
  const output = (await session.run(Object.fromEntries(feeds)))[session.outputNames[0] ?? ''];
  if (output === undefined || output.dims.length !== 3) throw new Error('the model has no vectors of tokens');
  return meanOf(output.data, ids.length);
}

/** Of the vectors of all tokens, with length 1. */
function meanOf(tokens: Float32Array, count: number): Float32Array {
  const mean = new Float32Array(tokens.length / count);
  for (const [index, value] of tokens.entries()) mean[index % mean.length]! += value;
  const norm = Math.hypot(...mean) || 1;
  return mean.map((value) => value / norm);
}
