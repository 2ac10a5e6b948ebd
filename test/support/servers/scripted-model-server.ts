import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One thing the server does with one request. */
export type ModelReply =
  | {
      readonly kind: 'answer';
      readonly choice: Record<string, unknown>;
      readonly usage: Record<string, unknown> | null;
    }
  | {
      readonly kind: 'stream';
      readonly pieces: readonly StreamPiece[];
      /** What happens behind the last piece: the stream is closed, breaks off, or stays open without a word. */
      readonly ending: 'done' | 'cut' | 'stall';
    }
  | { readonly kind: 'raw'; readonly status: number; readonly headers: Record<string, string>; readonly body: string }
  | { readonly kind: 'hang' }
  | { readonly kind: 'disconnect' };

/** One event of a stream, or a promise to wait for before the next one. */
export type StreamPiece = Record<string, unknown> | Promise<void>;

/** A request as the server saw it. */
export interface ModelRequest {
  /** Name of the reasoning step in kebab case, from `response_format` or from the prompt's `answer_schema` tag. */
  readonly step: string;
  readonly mode: 'json_schema' | 'json_object' | 'text';
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly authorization: string | undefined;
  /** The whole body as it was sent. */
  readonly body: Record<string, unknown>;
  /** Resolves when the client disconnects before it gets an answer. */
  readonly abandoned: Promise<void>;
}

type AnswerBy = (request: ModelRequest) => ModelReply | undefined | Promise<ModelReply>;

export interface ScriptedModelServer {
  /** Ends in `/v1`. */
  readonly baseURL: string;
  /** In order of arrival, unscripted ones included. */
  readonly requests: readonly ModelRequest[];
  /** Resolves with the request that has this index, once it has arrived. */
  arrival(index: number): Promise<ModelRequest>;
  /** Queues replies; each answers one request. */
  replyWith(...replies: readonly ModelReply[]): void;
  /** Answers what the queue does not; undefined means unscripted. */
  answerBy(answer: AnswerBy): void;
  /** @throws when a request was unscripted or a queued reply was not asked for */
  assertDone(): void;
  close(): Promise<void>;
}

/** Steps that write a text have no schema with their name; their prompts begin so. */
const WRITING_STEPS: readonly (readonly [string, string])[] = [
  ['You write a report that answers a question', 'synthesize-report'],
  ['You mend a report', 'mend-statements'],
  ['You complete sections', 'complete-sections'],
  ['You answer a question from documents', 'compose-answer'],
  ['You write down what a picture', 'describe-picture'],
];

/** The step that sends a request, in kebab case. */
export function askingStep(body: Readonly<Record<string, unknown>>): string {
  const format = body['response_format'] as { readonly json_schema?: { readonly name: string } } | undefined;
  const messages = (body['messages'] ?? []) as ModelRequest['messages'];
  const opening = messages[0]?.content ?? '';
  const tagged = /<answer_schema name="([^"]+)">/.exec(opening)?.[1];
  const writing = WRITING_STEPS.find(([words]) => opening.startsWith(words))?.[1];
  return (format?.json_schema?.name ?? tagged ?? writing ?? 'unknown').replaceAll('_', '-');
}

const DEFAULT_USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

/** A finished answer whose content is this value as JSON. */
export function answer(value: unknown): ModelReply {
  return answerText(typeof value === 'string' ? value : JSON.stringify(value));
}

/** An answer with this content, character by character; `choice` adds to or replaces parts of the first choice. */
export function answerText(
  content: string | null,
  { choice = {}, usage = DEFAULT_USAGE }: { choice?: object; usage?: Record<string, unknown> | null } = {},
): ModelReply {
  const message = { role: 'assistant', content };
  return { kind: 'answer', choice: { index: 0, finish_reason: 'stop', message, ...choice }, usage };
}

/** An answer that comes in these pieces; `pieces` may also be events of another form. */
export function stream(
  pieces: readonly (string | StreamPiece)[],
  {
    ending = 'done',
    finishReason = 'stop',
    usage = DEFAULT_USAGE,
  }: { ending?: 'done' | 'cut' | 'stall'; finishReason?: string | null; usage?: object | null } = {},
): ModelReply {
  const events = pieces.map((piece) => (typeof piece === 'string' ? delta({ content: piece }) : piece));
  const last = [
    ...(finishReason === null ? [] : [{ choices: [{ index: 0, delta: {}, finish_reason: finishReason }] }]),
    ...(usage === null ? [] : [{ choices: [], usage }]),
  ];
  return { kind: 'stream', pieces: ending === 'done' ? [...events, ...last] : events, ending };
}

/** One event of a stream. */
export function delta(fields: Record<string, unknown>): Record<string, unknown> {
  return { choices: [{ index: 0, delta: fields, finish_reason: null }] };
}

/** An error in the form that OpenAI gives it. */
export function status(code: number, error: unknown = { message: 'scripted' }, headers = {}): ModelReply {
  return raw(code, JSON.stringify({ error }), { 'content-type': 'application/json', ...headers });
}

export function raw(code: number, body: string, headers: Record<string, string> = {}): ModelReply {
  return { kind: 'raw', status: code, headers, body };
}

/** Accepts the request and never answers. */
export const hang: ModelReply = { kind: 'hang' };

/** Announces a long answer, sends a part of it and breaks the connection off. */
export const disconnect: ModelReply = { kind: 'disconnect' };

/** The chat completions of OpenAI on a free loopback port, with scripted answers only. */
export async function startScriptedModelServer(): Promise<ScriptedModelServer> {
  const requests: ModelRequest[] = [];
  const queue: ModelReply[] = [];
  const unscripted: string[] = [];
  const waiting: (() => void)[] = [];
  let answerBy: AnswerBy = () => undefined;

  const server = createServer((message, response) => {
    void readRequest(message, response).then(async (request) => {
      requests.push(request);
      for (const wake of waiting.splice(0)) wake();
      const reply = message.url === '/v1/chat/completions' ? (queue.shift() ?? (await answerBy(request))) : undefined;
      if (reply === undefined) unscripted.push(`${message.method} ${message.url} (step ${request.step})`);
      send(response, reply ?? UNSCRIPTED);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async arrival(index) {
      for (;;) {
        const request = requests[index];
        if (request !== undefined) return request;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    replyWith: (...replies) => void queue.push(...replies),
    answerBy(answer) {
      answerBy = answer;
    },
    assertDone() {
      if (unscripted.length > 0) throw new Error(`unscripted model requests: ${unscripted.join(', ')}`);
      if (queue.length > 0) throw new Error(`${queue.length} scripted model replies were not asked for`);
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Not to be retried, so that a run meets it at once. */
const UNSCRIPTED = status(501, { message: 'UNSCRIPTED model request' }, { 'x-should-retry': 'false' });

async function readRequest(message: IncomingMessage, response: ServerResponse): Promise<ModelRequest> {
  const abandoned = new Promise<void>((resolve) =>
    response.on('close', () => {
      if (!response.writableEnded) resolve();
    }),
  );
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) text += chunk;

  const body = JSON.parse(text || '{}') as Record<string, unknown>;
  const format = body['response_format'] as { readonly type: ModelRequest['mode'] } | undefined;
  const messages = (body['messages'] ?? []) as ModelRequest['messages'];
  return {
    step: askingStep(body),
    mode: format?.type ?? 'text',
    model: String(body['model']),
    messages,
    authorization: message.headers.authorization,
    body,
    abandoned,
  };
}

function send(response: ServerResponse, reply: ModelReply): void {
  if (reply.kind === 'hang') return;
  if (reply.kind === 'disconnect') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '10000' });
    response.write('{"choices": [', () => response.destroy());
    return;
  }
  if (reply.kind === 'stream') {
    void sendStream(response, reply);
    return;
  }
  if (reply.kind === 'raw') {
    response.writeHead(reply.status, reply.headers).end(reply.body);
    return;
  }
  const { choice, usage } = reply;
  const completion = { id: 'scripted', object: 'chat.completion', created: 0, model: 'scripted', choices: [choice] };
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ ...completion, ...(usage !== null && { usage }) }));
}

async function sendStream(
  response: ServerResponse,
  { pieces, ending }: ModelReply & { kind: 'stream' },
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  for (const piece of pieces) {
    if (piece instanceof Promise) await piece;
    else await new Promise<void>((sent) => response.write(`data: ${JSON.stringify(piece)}\n\n`, () => sent()));
    if (response.destroyed) return;
  }
  if (ending === 'cut') response.destroy();
  if (ending === 'done') response.end('data: [DONE]\n\n');
}
