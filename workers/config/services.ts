import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { isMailAddress } from '@plumbline/adapters/user-agent';
import type { WebProvider } from '@plumbline/contracts/common/web-search';
import type { Environment } from '@plumbline/contracts/settings/environment-reader';
import { addressValue } from '@plumbline/contracts/settings/environment-values';
import { type AddedModel, findAddedModel } from '@plumbline/embedding/added-model';
import type { PriceTable } from '@plumbline/model/stores';
import { providerDefinitions } from '@plumbline/web/provider-definitions';
import type { ProviderTraits } from '@plumbline/web/search';
import type { SearchProvidersConfig } from '@plumbline/web/search-providers';
import type * as yaml from 'yaml';
import { z } from 'zod';
import type { NoticesConfig } from '../../activities/notices/notices.ts';

const load = createRequire(import.meta.url);

const price = z.number('must be a price in US dollars').min(0, 'must be a price in US dollars, 0 or more');

const priceTableSchema = z.strictObject(
  {
    models: z.record(z.string(), z.strictObject({ input: price, output: price })).default({}),
    searches: z.record(z.string(), price).default({}),
  },
  'must hold `models` and `searches`',
);

export interface ModelConfig {
  readonly apiKey: string;
  /** Undefined: the OpenAI service. */
  readonly baseURL: string | undefined;
  /** Model of the role `main`. */
  readonly model: string;
  /** Model of the role `small`. */
  readonly smallModel: string;
  /** Describes pictures; undefined: none. */
  readonly vision: string | undefined;
  /** Longest silence between two tokens. */
  readonly timeoutMs: number;
  /** Longest answer; undefined: by the size of the prompt. */
  readonly maxTokens: number | undefined;
  /** Undefined: the server's default. */
  readonly temperature: number | undefined;
}

/** An endpoint, or a model that runs here. */
export type EmbeddingConfig = EmbeddingEndpoint | AddedModel;

interface EmbeddingEndpoint {
  readonly apiKey: string;
  /** Undefined: the OpenAI service. */
  readonly baseURL: string | undefined;
  readonly model: string;
  /** Words before each query and passage; undefined: as the model's name tells. */
  readonly prefixes?: { readonly query: string | undefined; readonly passage: string | undefined };
  /** Undefined: as long as the model makes them. */
  readonly dimensions?: number | undefined;
}

export interface RerankConfig {
  readonly url: string;
  /** Undefined: the endpoint has only one model. */
  readonly model: string | undefined;
  /** Undefined: the endpoint needs none. */
  readonly apiKey: string | undefined;
}

const MODEL_MISSING =
  'a model endpoint is set (OPENAI_API_KEY or OPENAI_BASE_URL) but no model: set PLUMBLINE_MODEL to the name of a model, or unset both to search without a model';
const ENDPOINT_MISSING =
  'PLUMBLINE_MODEL is set but no endpoint: set OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own';
const EMBEDDING_MODEL_MISSING =
  'an embeddings endpoint is set (PLUMBLINE_EMBEDDING_BASE_URL or PLUMBLINE_EMBEDDING_API_KEY) but no model: set PLUMBLINE_EMBEDDING_MODEL';
const EMBEDDING_ENDPOINT_MISSING =
  'PLUMBLINE_EMBEDDING_MODEL is set but no endpoint: set PLUMBLINE_EMBEDDING_BASE_URL for a server of your own, or OPENAI_API_KEY';
const RERANK_URL_MISSING = 'rerank.model or rerank.key is set but no endpoint: set rerank.endpoint';

/** Local servers need no key, but the client library requires one. */
const NO_KEY = 'none';

export interface WebConfig extends SearchProvidersConfig {
  /** `host` or `host:port` in lower case: pages are read from there even if it is not public. */
  readonly allowedHosts: readonly string[];
  /** Whether a variable names a proxy for the web. */
  readonly isProxied?: boolean;
  /** How long other runs may reuse a fetched page. */
  readonly pageTtlMs: number;
}

/** The address of a call in place of the address that all calls have. */
const CALL = /\/(?:chat\/completions|completions|embeddings)\/*$/;
const HOUR_MS = 3_600_000;
const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'] as const;

/** The language model; null: none. */
export function readModel(environment: Environment): ModelConfig | null {
  const baseURL = environment.read('OPENAI_BASE_URL')?.replace(CALL, '');
  const apiKey = environment.read('OPENAI_API_KEY');
  const model = environment.read('PLUMBLINE_MODEL');
  const smallModel = environment.read('model.small');
  const vision = environment.read('PLUMBLINE_VISION_MODEL');
  // The endpoint may be used for embeddings alone.
  const isForEmbeddings = environment.has('PLUMBLINE_EMBEDDING_MODEL') && (smallModel ?? vision) === undefined;
  if (hasService(environment)) {
    if (model === undefined && !isForEmbeddings) environment.reject(MODEL_MISSING);
  } else if ((model ?? smallModel ?? vision) !== undefined) environment.reject(ENDPOINT_MISSING);
  const timeoutSeconds = environment.read('model.timeout-seconds');
  const maxTokens = environment.read('model.max-tokens');
  const temperature = environment.read('model.temperature');
  if (model === undefined) return null;
  return {
    apiKey: apiKey ?? NO_KEY,
    baseURL,
    model,
    smallModel: smallModel ?? model,
    vision,
    timeoutMs: timeoutSeconds * 1_000,
    maxTokens,
    temperature,
  };
}

/** The embedding model that is named; null: none. */
export function readEmbedding(environment: Environment): EmbeddingConfig | null {
  const ownBaseURL = environment.read('PLUMBLINE_EMBEDDING_BASE_URL');
  const ownKey = environment.read('PLUMBLINE_EMBEDDING_API_KEY');
  const model = environment.read('PLUMBLINE_EMBEDDING_MODEL');
  const hasOwn = environment.has('PLUMBLINE_EMBEDDING_BASE_URL') || ownKey !== undefined;
  const query = environment.read('embedding.query-prefix');
  const passage = environment.read('embedding.passage-prefix');
  const dimensions = environment.read('embedding.dimensions');
  if (model === undefined) {
    if (hasOwn) environment.reject(EMBEDDING_MODEL_MISSING);
    return readAddedModel(environment);
  }
  if (!hasOwn && !hasService(environment)) environment.reject(EMBEDDING_ENDPOINT_MISSING);
  return {
    // A key goes only to the endpoint that it was set with.
    apiKey: ownKey ?? (ownBaseURL === undefined ? environment.read('OPENAI_API_KEY') : undefined) ?? NO_KEY,
    // Problems of the shared address are reported with the model.
    baseURL: (ownBaseURL ?? environment.text('OPENAI_BASE_URL'))?.replace(CALL, ''),
    model,
    ...((query ?? passage) !== undefined && { prefixes: { query, passage } }),
    ...(dimensions !== undefined && { dimensions }),
  };
}

function readAddedModel(environment: Environment): AddedModel | null {
  const folder = environment.read('embedding.folder');
  if (folder === undefined) return null;
  const added = findAddedModel(resolve(folder));
  if (added === null) environment.reject(`embedding.folder: ${folder} has no model: npx plumbline model`);
  return added;
}

/** The reranking endpoint; null: built-in ranking. */
export function readRerank(environment: Environment): RerankConfig | null {
  const url = environment.read('rerank.endpoint');
  const model = environment.read('rerank.model');
  const apiKey = environment.read('rerank.key');
  if (!environment.has('rerank.endpoint') && (model ?? apiKey) !== undefined) environment.reject(RERANK_URL_MISSING);
  return url === undefined ? null : { url, model, apiKey };
}

function hasService(environment: Environment): boolean {
  return environment.has('OPENAI_API_KEY') || environment.has('OPENAI_BASE_URL');
}

/** The YAML or JSON file in `limits.prices`; without it there are no prices. */
export function readPrices(environment: Environment): PriceTable {
  const nothing: PriceTable = { models: {}, searches: {} };
  const path = environment.read('limits.prices');
  if (path === undefined) return nothing;
  const reject = (problem: string): PriceTable => {
    environment.reject(`limits.prices: ${path}: ${problem}`);
    return nothing;
  };
  let content: unknown;
  try {
    // Loaded late: every command reads these settings, and few homes have prices.
    const { parse } = load('yaml') as Pick<typeof yaml, 'parse'>;
    content = parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return reject(firstLine(error));
  }
  const { data, error } = priceTableSchema.safeParse(content);
  if (data !== undefined) return data;
  return reject(
    error.issues.map((issue) => [z.core.toDotPath(issue.path), issue.message].filter(Boolean).join(' ')).join('; '),
  );
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0] ?? message;
}

/** How the web is searched and read. */
export function readWeb(environment: Environment): WebConfig {
  return {
    contact: environment.read('PLUMBLINE_CONTACT') ?? null,
    apiKeys: ofProviders(({ keyVariable }) => (keyVariable === null ? undefined : environment.text(keyVariable))),
    baseUrls: ofProviders(({ baseUrlVariable }) =>
      environment.value(baseUrlVariable, addressValue)?.replace(/(?<!\/)\/+$/, ''),
    ),
    allowedHosts: environment.read('web.allowed-hosts') ?? [],
    isProxied: PROXIES.some((name) => environment.text(name) !== undefined),
    pageTtlMs: environment.read('web.page-ttl-hours') * HOUR_MS,
  };
}

/** Who is told of waits and ends. */
export function readNotices(environment: Environment): NoticesConfig {
  const addresses = environment.read('notify.to') ?? [];
  const smtpUrl = environment.read('PLUMBLINE_SMTP_URL') ?? null;
  const contact = environment.read('PLUMBLINE_CONTACT') ?? null;
  const pageUrl = environment.read('page.url')?.replace(/(?<!\/)\/+$/, '') ?? null;
  const mailbox = addresses.find((address) => address.startsWith('mailto:'))?.slice('mailto:'.length) ?? '';
  if (mailbox !== '' && smtpUrl === null) environment.reject('notify.to: mailto: needs PLUMBLINE_SMTP_URL');
  const user = decodeURIComponent(URL.parse(smtpUrl ?? '')?.username ?? '');
  const own = [user, contact ?? ''].find(isMailAddress);
  return { addresses, smtpUrl, sender: own ?? mailbox, pageUrl, contact };
}

/** What is set for each provider. */
function ofProviders(read: (traits: ProviderTraits) => string | undefined): Partial<Record<WebProvider, string>> {
  const set: Partial<Record<WebProvider, string>> = {};
  for (const traits of providerDefinitions()) {
    const value = read(traits);
    if (value !== undefined) set[traits.name] = value;
  }
  return set;
}
