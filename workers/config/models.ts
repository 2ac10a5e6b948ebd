import { z } from 'zod';
import { plainAddressSchema, type Settings } from './settings.ts';

export interface ModelConfig {
  readonly apiKey: string;
  /** Undefined: the OpenAI service. */
  readonly baseURL: string | undefined;
  /** Model of the role `main`. */
  readonly model: string;
  /** Model of the role `small`. */
  readonly smallModel: string;
  /** For one request. */
  readonly timeoutMs: number;
}

export interface EmbeddingConfig {
  readonly apiKey: string;
  /** Undefined: the OpenAI service. */
  readonly baseURL: string | undefined;
  readonly model: string;
}

export interface RerankConfig {
  readonly url: string;
  /** Undefined: the endpoint has only one model. */
  readonly model: string | undefined;
  /** Undefined: the endpoint needs none. */
  readonly apiKey: string | undefined;
}

const MODEL_MISSING =
  'a model endpoint is set (OPENAI_API_KEY or OPENAI_BASE_URL) but no model: set PLUMBLINE_MODEL to the name of a model, or unset both for the offline engine';
const ENDPOINT_MISSING =
  'PLUMBLINE_MODEL is set but no endpoint: set OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own';
const EMBEDDING_MODEL_MISSING =
  'an embeddings endpoint is set (PLUMBLINE_EMBEDDING_BASE_URL or PLUMBLINE_EMBEDDING_API_KEY) but no model: set PLUMBLINE_EMBEDDING_MODEL';
const EMBEDDING_ENDPOINT_MISSING =
  'PLUMBLINE_EMBEDDING_MODEL is set but no endpoint: set PLUMBLINE_EMBEDDING_BASE_URL for a server of your own, or OPENAI_API_KEY';
const RERANK_URL_MISSING =
  'PLUMBLINE_RERANK_MODEL or PLUMBLINE_RERANK_API_KEY is set but no endpoint: set PLUMBLINE_RERANK_URL';

/** Local servers need no key, but the client library requires one. */
const NO_KEY = 'none';

const DEFAULT_TIMEOUT_SECONDS = 150;
/** A request and its one repetition must fit into an activity's start-to-close timeout of 21 minutes. */
const MAX_TIMEOUT_SECONDS = 600;
const TIMEOUT_RANGE = `must be a number of seconds, 1 to ${MAX_TIMEOUT_SECONDS}`;
const timeoutSchema = z.coerce.number(TIMEOUT_RANGE).min(1, TIMEOUT_RANGE).max(MAX_TIMEOUT_SECONDS, TIMEOUT_RANGE);

/** The language model; null: the offline engine. */
export function readModel(settings: Settings): ModelConfig | null {
  const baseURL = settings.value('OPENAI_BASE_URL', plainAddressSchema);
  const apiKey = settings.text('OPENAI_API_KEY');
  const model = settings.text('PLUMBLINE_MODEL');
  const smallModel = settings.text('PLUMBLINE_SMALL_MODEL');
  // The endpoint may be used for embeddings alone.
  const isForEmbeddings = settings.has('PLUMBLINE_EMBEDDING_MODEL') && smallModel === undefined;
  if (hasService(settings)) {
    if (model === undefined && !isForEmbeddings) settings.reject(MODEL_MISSING);
  } else if (model !== undefined || smallModel !== undefined) settings.reject(ENDPOINT_MISSING);
  const timeoutSeconds = settings.value('PLUMBLINE_MODEL_TIMEOUT_SECONDS', timeoutSchema) ?? DEFAULT_TIMEOUT_SECONDS;
  if (model === undefined) return null;
  return {
    apiKey: apiKey ?? NO_KEY,
    baseURL,
    model,
    smallModel: smallModel ?? model,
    timeoutMs: timeoutSeconds * 1_000,
  };
}

/** The embedding model; null: search by words only. */
export function readEmbedding(settings: Settings): EmbeddingConfig | null {
  const ownBaseURL = settings.value('PLUMBLINE_EMBEDDING_BASE_URL', plainAddressSchema);
  const ownKey = settings.text('PLUMBLINE_EMBEDDING_API_KEY');
  const model = settings.text('PLUMBLINE_EMBEDDING_MODEL');
  const hasOwn = settings.has('PLUMBLINE_EMBEDDING_BASE_URL') || ownKey !== undefined;
  if (model === undefined) {
    if (hasOwn) settings.reject(EMBEDDING_MODEL_MISSING);
    return null;
  }
  if (!hasOwn && !hasService(settings)) settings.reject(EMBEDDING_ENDPOINT_MISSING);
  return {
    apiKey: ownKey ?? settings.text('OPENAI_API_KEY') ?? NO_KEY,
    // Problems of the shared address are reported with the model.
    baseURL: ownBaseURL ?? settings.text('OPENAI_BASE_URL'),
    model,
  };
}

/** The reranking endpoint; null: built-in ranking. */
export function readRerank(settings: Settings): RerankConfig | null {
  const url = settings.value('PLUMBLINE_RERANK_URL', plainAddressSchema);
  const model = settings.text('PLUMBLINE_RERANK_MODEL');
  const apiKey = settings.text('PLUMBLINE_RERANK_API_KEY');
  if (!settings.has('PLUMBLINE_RERANK_URL') && (model ?? apiKey) !== undefined) settings.reject(RERANK_URL_MISSING);
  return url === undefined ? null : { url, model, apiKey };
}

function hasService(settings: Settings): boolean {
  return settings.has('OPENAI_API_KEY') || settings.has('OPENAI_BASE_URL');
}
