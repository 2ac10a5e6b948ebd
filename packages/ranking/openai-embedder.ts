import { whileWaitingFor } from '@plumbline/adapters/work-in-progress';
import { type ModelEndpointFacts, remedyOfSilence, toModelEndpointError } from '@plumbline/model/failures';
import { createOpenAIClient, OPENAI_BASE_URL, type OpenAIClient } from '@plumbline/model/openai-client';
import { type Embedder, EmbeddingError, type EmbeddingRetry, type TextRole } from '@plumbline/search/embedder';
import { z } from 'zod';

const SEARCH = 'Represent this sentence for searching relevant passages: ';
const INSTRUCTION = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:';

/** Open models as their cards describe them; the first match counts. Servers give them names of their own. */
const KNOWN: readonly KnownModel[] = [
  { name: /\be5-.*instruct/, query: `${INSTRUCTION} ` },
  { name: /(?:^|-)e5(?:$|-)/, query: 'query: ', passage: 'passage: ' },
  { name: /nomic-embed-text-v1(?![.\d])/, query: 'search_query: ', passage: 'search_document: ' },
  { name: /nomic-embed-text/, query: 'search_query: ', passage: 'search_document: ', canShorten: true },
  { name: /qwen3-embedding/, query: INSTRUCTION, canShorten: true },
  { name: /gte-qwen\d/, query: `${INSTRUCTION} ` },
  { name: /gte-multilingual/, canShorten: true },
  { name: /bge-(?:small|base|large)-zh/, query: '为这个句子生成表示以用于检索相关文章：' },
  { name: /bge-(?:small|base|large)/, query: SEARCH },
  { name: /mxbai-embed-de/, query: 'query: ', passage: 'passage: ', canShorten: true },
  { name: /mxbai-embed-(?:2d-)?large/, query: SEARCH, canShorten: true },
  { name: /arctic-embed(?:2|-.*v2)/, query: 'query: ', canShorten: true },
  { name: /arctic-embed-m-v1\.5/, query: SEARCH, canShorten: true },
  { name: /arctic-embed/, query: SEARCH },
  {
    name: /embeddinggemma|embedding-gemma/,
    query: 'task: search result | query: ',
    passage: 'title: none | text: ',
    canShorten: true,
  },
  { name: /text-embedding-3-(?:small|large)/, canShorten: true },
];

export interface OpenAIEmbedderOptions {
  /** Any word for servers that need none. */
  readonly apiKey: string;
  /** Undefined: the OpenAI service. */
  readonly baseURL: string | undefined;
  readonly model: string;
  /** For one request of up to 64 texts. */
  readonly timeoutMs: number;
  /** Words before each text; what is undefined follows the model's name. */
  readonly prefixes?: Partial<Record<TextRole, string | undefined>>;
  /** Length of the vectors; undefined: the model's default. */
  readonly dimensions?: number | undefined;
}

const BATCH_TEXTS = 64;
/** Most models ignore text beyond it, and some refuse longer texts. */
const MAX_TEXT_LENGTH = 8_000;

/** Embeddings of any OpenAI-compatible server. */
export function createOpenAIEmbedder(options: OpenAIEmbedderOptions): Embedder {
  const endpoint = endpointOf(options);
  const client = createOpenAIClient(endpoint);
  return {
    id: idOf(endpoint),
    async embed(texts, role, signal) {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += BATCH_TEXTS) {
        const batch = texts
          .slice(start, start + BATCH_TEXTS)
          .map((text) => `${endpoint.prefixes[role]}${text}`.slice(0, MAX_TEXT_LENGTH).toWellFormed());
        vectors.push(...(await embedBatch(client, batch, endpoint, signal)));
      }
      return checked(vectors, endpoint);
    },
  };
}

type Endpoint = OpenAIEmbedderOptions & EmbeddingTraits & { readonly baseURL: string };

function endpointOf(options: OpenAIEmbedderOptions): Endpoint {
  const { prefixes, canShorten } = traitsOf(options.model);
  return {
    ...options,
    baseURL: options.baseURL ?? OPENAI_BASE_URL,
    prefixes: {
      query: options.prefixes?.query ?? prefixes.query,
      passage: options.prefixes?.passage ?? prefixes.passage,
    },
    canShorten,
  };
}

function idOf({ model, baseURL, prefixes, dimensions }: Endpoint): string {
  const isPlain = prefixes.query === '' && prefixes.passage === '' && dimensions === undefined;
  const form = isPlain ? '' : ` ${JSON.stringify([prefixes.query, prefixes.passage, dimensions ?? null])}`;
  return `${model} ${baseURL.replace(/(?<!\/)\/+$/, '')}${form}`;
}

async function embedBatch(
  { open, watch }: OpenAIClient,
  texts: readonly string[],
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const openai = await open();
  signal.throwIfAborted();
  const { fetchOptions, reach } = watch();
  const { model, dimensions } = endpoint;
  let answer: unknown;
  try {
    // Base64 is a quarter of the size; servers that do not support it send numbers.
    answer = await whileWaitingFor(`the embedding model ${model}`, () =>
      openai.embeddings.create(
        { model, input: [...texts], encoding_format: 'base64', ...(dimensions !== undefined && { dimensions }) },
        { signal, fetchOptions },
      ),
    );
  } catch (error) {
    signal.throwIfAborted();
    const { facts } = toModelEndpointError(error, {
      ...endpoint,
      modelVariable: 'PLUMBLINE_EMBEDDING_MODEL',
      sent: texts,
      reach: reach(),
    });
    throw embeddingError(endpoint, facts.outcome, remedyFor(facts), retryFor(facts));
  }
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) throw embeddingError(endpoint, 'sent an answer without embeddings', CHECK_ADDRESS);
  return inOrder(parsed.data.data, texts.length, endpoint).map((vector) => shortened(vector, endpoint));
}

const answerSchema = z.object({
  data: z.array(
    z.object({
      index: z.int().nonnegative().nullish(),
      embedding: z.union([z.array(z.number()), z.string().transform(decodeFloats)]),
    }),
  ),
});

/** Little-endian 32-bit floats in base64. */
function decodeFloats(text: string, context: z.RefinementCtx): number[] {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.length % 4 !== 0) {
    context.addIssue('not 32-bit floats in base64');
    return z.NEVER;
  }
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
}

function inOrder(entries: z.infer<typeof answerSchema>['data'], wanted: number, endpoint: Endpoint): Float32Array[] {
  const byIndex = new Map(entries.map(({ index, embedding }, position) => [index ?? position, embedding]));
  return Array.from({ length: wanted }, (_, index) => {
    const embedding = byIndex.get(index);
    if (embedding === undefined) {
      throw embeddingError(endpoint, `sent ${byIndex.size} vectors for ${wanted} texts`, CHECK_MODEL);
    }
    return Float32Array.from(embedding);
  });
}

function checked(vectors: Float32Array[], endpoint: Endpoint): Float32Array[] {
  const length = vectors[0]?.length ?? 0;
  for (const vector of vectors) {
    if (vector.length === 0 || vector.length !== length) {
      throw embeddingError(endpoint, 'sent vectors of different lengths', CHECK_MODEL);
    }
    if (!vector.every(Number.isFinite)) {
      throw embeddingError(endpoint, 'sent a vector with values that are not numbers', CHECK_MODEL);
    }
  }
  return vectors;
}

/** Servers that ignore the wanted length send whole vectors. */
function shortened(vector: Float32Array, endpoint: Endpoint): Float32Array {
  const { dimensions, canShorten } = endpoint;
  if (dimensions === undefined || vector.length === dimensions) return vector;
  if (vector.length < dimensions) {
    throw embeddingError(endpoint, `sent vectors of ${vector.length} numbers, not of ${dimensions}`, CHECK_DIMENSIONS);
  }
  if (!canShorten) {
    const outcome = `sent vectors of ${vector.length} numbers, and vectors of this model are not known to keep their meaning when they are cut`;
    throw embeddingError(endpoint, outcome, CHECK_DIMENSIONS);
  }
  const start = vector.slice(0, dimensions);
  const norm = Math.hypot(...start) || 1;
  return start.map((value) => value / norm);
}

const EMBEDDING_ENDPOINT = {
  address: 'PLUMBLINE_EMBEDDING_BASE_URL or OPENAI_BASE_URL',
  whenTooSlow: 'Use a smaller or faster embedding model; finished vectors are kept.',
};
const CHECK_ADDRESS = 'Check the address of the embeddings endpoint and whether its server is running.';
const CHECK_MODEL = 'Check that PLUMBLINE_EMBEDDING_MODEL names an embedding model.';
const CHECK_DIMENSIONS = 'Unset embedding.dimensions, or set it to a length that the model offers.';

function remedyFor({ status, silence }: ModelEndpointFacts): string {
  if (silence !== null) return remedyOfSilence(silence, EMBEDDING_ENDPOINT);
  if (status === 401 || status === 403) return 'Check the key of the embeddings endpoint.';
  if (status === 402 || status === 429) return 'The endpoint is busy or its quota is used up.';
  return status === undefined || status >= 500 ? 'The endpoint has a problem; see its log.' : CHECK_MODEL;
}

/** How servers say that a text, or a whole batch, is too long; llama.cpp uses status 500 for this. */
const TOO_LONG = /too (?:long|large|many|big)|exceed|maximum|context|batch size/i;

function retryFor({ status, silence, complaint }: ModelEndpointFacts): EmbeddingRetry {
  if (status === undefined) return silence === 'too-slow' || silence === 'broken-off' ? 'fewer' : 'none';
  if (status === 413 || ([400, 422, 500].includes(status) && TOO_LONG.test(complaint))) return 'shorter';
  return status >= 500 ? 'fewer' : 'none';
}

function embeddingError(
  { baseURL, model }: Endpoint,
  outcome: string,
  remedy: string,
  retry: EmbeddingRetry = 'none',
): EmbeddingError {
  const message = `The embeddings endpoint ${new URL(baseURL).host} (model ${model}) ${outcome}. ${remedy}`;
  return new EmbeddingError(message, retry);
}

/** What a model's card asks of its users. */
interface EmbeddingTraits {
  /** Words required before each text. */
  readonly prefixes: Readonly<Record<TextRole, string>>;
  /** The beginning of a vector is a vector, too (Matryoshka), so it may be cut. */
  readonly canShorten: boolean;
}

interface KnownModel {
  readonly name: RegExp;
  readonly query?: string;
  readonly passage?: string;
  readonly canShorten?: true;
}

/** What is known of a model by its name on a server; unknown models get their texts unchanged. */
export function traitsOf(model: string): EmbeddingTraits {
  const name = model.toLowerCase().replaceAll('_', '-').replace(/^.*\//, '').replace(/:.*/, '');
  const known = KNOWN.find((entry) => entry.name.test(name));
  return {
    prefixes: { query: known?.query ?? '', passage: known?.passage ?? '' },
    canShorten: known?.canShorten === true,
  };
}
