import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { replyTo } from '../../test/support/builders/scripted-answers.ts';
import { askingStep, delta, type ModelRequest } from '../../test/support/servers/scripted-model-server.ts';
import { MODELS } from '../load/paced-endpoint.ts';

/** Milliseconds until the last token, and of the main model until the first. */
export const PACE = { small: 300, main: 1_000, firstToken: 200 } as const;
const PIECES = 40;

/** One answered request; times in milliseconds of `performance.now`. */
export interface AnsweredRequest {
  readonly step: string;
  readonly role: 'small' | 'main';
  readonly latencyMs: number;
  readonly arrivedAt: number;
  readonly firstTokenAt: number;
  readonly answeredAt: number;
}

/** A server of two models that write at a fixed pace, in a stream for those who ask for one. */
export interface StreamingEndpoint {
  readonly baseURL: string;
  readonly log: readonly AnsweredRequest[];
  close(): Promise<void>;
}

interface RequestBody extends Readonly<Record<string, unknown>> {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: ModelRequest['messages'];
}

export async function startStreamingEndpoint(): Promise<StreamingEndpoint> {
  const log: AnsweredRequest[] = [];
  const server = createServer((message, response) => void serve(message, response, log));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    log,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(message: IncomingMessage, response: ServerResponse, log: AnsweredRequest[]): Promise<void> {
  const arrivedAt = performance.now();
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) text += chunk;
  const body = JSON.parse(text) as RequestBody;
  const role = body.model === MODELS.main ? 'main' : 'small';
  const step = askingStep(body);
  const content = contentFor(step, body.messages);
  const firstMs = role === 'main' && body.stream === true ? PACE.firstToken : PACE[role];
  await delay(firstMs);
  const firstTokenAt = performance.now();
  if (body.stream === true) await stream(response, content, arrivedAt + PACE[role]);
  else respond(response, content);
  log.push({ step, role, latencyMs: PACE[role], arrivedAt, firstTokenAt, answeredAt: performance.now() });
}

/** @throws {Error} for a step that the scripted model does not know */
function contentFor(step: string, messages: ModelRequest['messages']): string {
  const reply = replyTo({ step, messages });
  if (reply?.kind !== 'answer') throw new Error(`the model has no answer to ${step}`);
  const { message } = reply.choice as { readonly message: { readonly content: string } };
  return message.content;
}

function respond(response: ServerResponse, content: string): void {
  const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content } };
  const completion = { id: 'paced', object: 'chat.completion', created: 0, model: 'paced', choices: [choice], usage };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion));
}

/** Evenly until `endAt`. */
async function stream(response: ServerResponse, content: string, endAt: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (event: object): void => void response.write(`data: ${JSON.stringify(event)}\n\n`);
  const size = Math.ceil(content.length / PIECES);
  const startAt = performance.now();
  for (let piece = 0; piece < PIECES; piece += 1) {
    const dueAt = startAt + (Math.max(0, endAt - startAt) * piece) / (PIECES - 1);
    if (dueAt > performance.now()) await delay(dueAt - performance.now());
    send(delta({ content: content.slice(piece * size, (piece + 1) * size) }));
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  send({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
