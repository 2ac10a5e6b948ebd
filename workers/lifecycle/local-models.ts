import { readBody } from '@plumbline/adapters/bounded-body';
import { createEnvironment } from '@plumbline/contracts/settings/environment-reader';
import { fetch } from 'undici';
import { z } from 'zod';

/** A program that serves models, and its default address. */
export interface LocalServer {
  readonly name: string;
  readonly port: number;
  /** Path that lists its models. */
  readonly list: string;
}

/** What a server on this machine offers. Nothing is sent to it but the request for this list. */
export interface LocalModels {
  readonly server: string;
  /** Ends in `/v1`. */
  readonly baseURL: string;
  /** The first chat model, or null. */
  readonly chat: string | null;
  readonly embedding: string | null;
}

const SERVERS: readonly LocalServer[] = [
  { name: 'Ollama', port: 11_434, list: '/api/tags' },
  { name: 'LM Studio', port: 1_234, list: '/v1/models' },
  { name: 'llama.cpp', port: 8_080, list: '/v1/models' },
];
/** A server on loopback answers at once, or is busy. */
const TIME_LIMIT_MS = 800;
const MAX_LIST_BYTES = 1_000_000;

/** No list says what a model is for, but names do. */
const FOR_EMBEDDING = /embed|minilm|(?:^|[-_/.])(?:bge|e5|gte)(?:[-_:.]|$)/i;
const FOR_RERANKING = /rerank/i;

/** Only such names are printed. */
const PLAIN_NAME = /^[\w.:/@+-]{1,200}$/;

const named = z.object({ name: z.string() }).transform(({ name }) => name);
const identified = z.object({ id: z.string() }).transform(({ id }) => id);
const listSchema = z.union([
  z.object({ models: z.array(named) }).transform(({ models }) => models),
  z.object({ data: z.array(identified) }).transform(({ data }) => data),
]);

/** Variables that name a model server, which makes looking for one needless. */
const SERVER_VARIABLES = [
  'OPENAI_BASE_URL',
  'OPENAI_API_KEY',
  'PLUMBLINE_MODEL',
  'PLUMBLINE_EMBEDDING_BASE_URL',
  'PLUMBLINE_EMBEDDING_API_KEY',
  'PLUMBLINE_EMBEDDING_MODEL',
];

export function namesModelServer(environment: NodeJS.ProcessEnv): boolean {
  const variables = createEnvironment(environment);
  return SERVER_VARIABLES.some((name) => variables.has(name));
}

/** Looks on loopback for model servers; does not look when one is configured. */
export async function findLocalModels(
  environment: NodeJS.ProcessEnv,
  servers: readonly LocalServer[] = SERVERS,
): Promise<LocalModels[]> {
  if (namesModelServer(environment)) return [];
  return (await Promise.all(servers.map(askServer))).flat();
}

/** `Ollama (qwen3:4b, nomic-embed-text)`. */
export function describeLocalModels({ server, chat, embedding }: LocalModels): string {
  return `${server} (${[chat, embedding].filter((model) => model !== null).join(', ')})`;
}

/** Whether a model server is there: it may be busy, and say whatever it wants. No key is sent, and nothing is paid. */
export async function isThere(baseURL: string): Promise<boolean> {
  try {
    const address = `${baseURL.replace(/\/$/u, '')}/models`;
    const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    await answer.body?.cancel();
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError';
  }
}

/** Empty when nothing answers, or something else listens there. */
async function askServer({ name, port, list }: LocalServer): Promise<LocalModels[]> {
  const origin = `http://127.0.0.1:${port}`;
  try {
    const answer = await fetch(`${origin}${list}`, { redirect: 'error', signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    const body = await readBody(answer.body, MAX_LIST_BYTES, 'error');
    const models = listSchema.parse(JSON.parse(new TextDecoder().decode(body)));
    const usable = models.filter((model) => PLAIN_NAME.test(model) && !FOR_RERANKING.test(model));
    const embedding = usable.find((model) => FOR_EMBEDDING.test(model)) ?? null;
    const chat = usable.find((model) => !FOR_EMBEDDING.test(model)) ?? null;
    return (chat ?? embedding) === null ? [] : [{ server: name, baseURL: `${origin}/v1`, chat, embedding }];
  } catch {
    return [];
  }
}
