import { readBody, TooManyBytesError } from '@plumbline/adapters/bounded-body';
import { createRemoteAgent } from '@plumbline/adapters/remote-agent';
import { removeSecrets } from '@plumbline/adapters/secret-removal';
import { type Dispatcher, fetch } from 'undici';
import { z } from 'zod';

export interface HttpRerankerOptions {
  /** Address of the rerank call, with its path. */
  readonly url: string;
  /** Undefined: the endpoint has one model only. */
  readonly model: string | undefined;
  /** Undefined: the endpoint needs none. */
  readonly apiKey: string | undefined;
  /** From connecting to the last byte. */
  readonly timeoutMs: number;
}

/** The rerank endpoint returned no scores. The message is for users and contains neither key nor text. */
export class RerankError extends Error {
  override readonly name = 'RerankError';
}

/** These models ignore text beyond this length. */
const MAX_DOCUMENT_LENGTH = 8_000;
/** Some endpoints send the documents back. */
const MAX_ANSWER_BYTES = 5 * 1024 * 1024;
const MAX_COMPLAINT_LENGTH = 200;

/**
 * A rerank endpoint that speaks the format of Cohere and Jina (also vLLM and llama.cpp): `{ model, query, documents, top_n
 * }` is answered by `{ results: [{ index, relevance_score }] }`, or by a bare list of `{ index, score }`.
 */
export function createHttpReranker(options: HttpRerankerOptions): Reranker {
  const dispatcher = createRemoteAgent();
  return {
    async rerank(request) {
      request.signal.throwIfAborted();
      if (request.documents.length === 0) return [];
      const timeout = AbortSignal.timeout(options.timeoutMs);
      try {
        const text = await send(options, request, dispatcher, AbortSignal.any([request.signal, timeout]));
        return toScores(answerSchema.parse(JSON.parse(text)), request.documents.length);
      } catch (error) {
        request.signal.throwIfAborted();
        throw toRerankError(options, error, timeout.aborted);
      }
    },
  };
}

async function send(
  options: HttpRerankerOptions,
  { query, documents }: RerankRequest,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<string> {
  const { url, model, apiKey } = options;
  const texts = documents.map((document) => document.slice(0, MAX_DOCUMENT_LENGTH).toWellFormed());
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({ ...(model !== undefined && { model }), query, documents: texts, top_n: texts.length }),
    // A redirect must not send the key to another server.
    redirect: 'manual',
    signal,
    dispatcher,
  });
  const answer = new TextDecoder().decode(await readBody(response.body, MAX_ANSWER_BYTES, 'error'));
  if (response.ok) return answer;
  const said = removeSecrets(answer, apiKey ?? '', [query, ...texts]).replaceAll(/<[^<>]*>|\s+/g, ' ');
  throw rerankError(options, `answered ${response.status}: ${said.trim().slice(0, MAX_COMPLAINT_LENGTH)}`);
}

const entrySchema = z.union([
  z.object({ index: z.int().nonnegative(), relevance_score: z.number() }),
  z.object({ index: z.int().nonnegative(), score: z.number() }).transform(({ index, score }) => ({
    index,
    relevance_score: score,
  })),
]);
const answerSchema = z.union([
  z.object({ results: z.array(entrySchema) }).transform(({ results }) => results),
  z.array(entrySchema),
]);

/**
 * Scores in the order of the documents. Some models return logits: if any score lies outside [0, 1], all pass through
 * the logistic function, which keeps their order.
 */
function toScores(entries: z.infer<typeof answerSchema>, documents: number): (number | null)[] {
  const areLogits = entries.some(({ relevance_score: score }) => score < 0 || score > 1);
  const scores = new Map(
    entries.map(({ index, relevance_score: score }) => [index, areLogits ? 1 / (1 + Math.exp(-score)) : score]),
  );
  return Array.from({ length: documents }, (_, index) => scores.get(index) ?? null);
}

function toRerankError(options: HttpRerankerOptions, error: unknown, isTimeout: boolean): RerankError {
  if (error instanceof RerankError) return error;
  if (isTimeout) return rerankError(options, `did not answer within ${options.timeoutMs / 1_000} s`);
  if (error instanceof TooManyBytesError) return rerankError(options, 'sent more than 5 MB');
  if (error instanceof SyntaxError || error instanceof z.ZodError)
    return rerankError(options, 'sent something other than rerank results');
  return rerankError(options, 'could not be reached or closed the connection');
}

function rerankError({ url }: HttpRerankerOptions, outcome: string): RerankError {
  return new RerankError(`The rerank endpoint ${new URL(url).host} ${outcome}. Check rerank.endpoint.`);
}

export interface RerankRequest {
  readonly query: string;
  readonly documents: readonly string[];
  readonly signal: AbortSignal;
}

/** A model that judges documents against a query. */
export interface Reranker {
  /**
   * One score in [0, 1] for each document, in order; null where the model gave none. @throws when the endpoint fails
   */
  rerank(request: RerankRequest): Promise<readonly (number | null)[]>;
}
