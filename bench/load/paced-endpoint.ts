import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { replyTo } from '../../test/support/builders/scripted-answers.ts';
import { askingStep, startScriptedModelServer } from '../../test/support/servers/scripted-model-server.ts';

/** Names under which the endpoint offers its two models. */
export const MODELS = { small: 'paced-small', main: 'paced-main' } as const;

/** Milliseconds until the model of each role answers. */
export type ModelLatencies = Readonly<Record<keyof typeof MODELS, number>>;

/** A request as the endpoint itself saw it. */
export interface LoggedRequest {
  readonly step: string;
  readonly role: keyof typeof MODELS;
  /** The whole body. */
  readonly prompt: string;
  /** Equal for equal requests. */
  readonly bodyHash: string;
  /** Milliseconds of `performance.now`. */
  readonly arrivedAt: number;
  /** Null until the answer is sent, and for a client that disconnected before. */
  answeredAt: number | null;
  /** Whether the client still waits for the answer. */
  isOpen: boolean;
}

/** A server of two models that take a fixed time, and that counts requests itself. */
export interface PacedEndpoint {
  readonly baseURL: string;
  readonly log: readonly LoggedRequest[];
  /** The first request of this step from now on is never answered. */
  hangOnceAt(step: string): void;
  /** Resolves when so many requests have been answered. */
  answered(count: number): Promise<void>;
  close(): Promise<void>;
}

/** @param replaced answers by step, where they differ from those of the scripted model */
export async function startPacedEndpoint(
  latencies: ModelLatencies,
  replaced: Readonly<Record<string, unknown>> = {},
): Promise<PacedEndpoint> {
  const model = await startScriptedModelServer();
  model.answerBy((request) => replyTo(request, replaced));
  const log: LoggedRequest[] = [];
  const waiting = new Set<() => void>();
  let hangingStep: string | undefined;

  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readAll(message);
    const request = toLogged(body);
    log.push(request);
    response.on('close', () => {
      request.isOpen = false;
    });
    if (request.step === hangingStep) {
      hangingStep = undefined;
      return;
    }
    const [answer] = await Promise.all([
      ask(`${model.baseURL}/chat/completions`, body),
      delay(latencies[request.role]),
    ]);
    if (response.destroyed) return;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
    request.answeredAt = performance.now();
    request.isOpen = false;
    for (const wake of waiting) wake();
  };
  const server = createServer((message, response) => void serve(message, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    log,
    hangOnceAt(step) {
      hangingStep = step;
    },
    answered: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (log.filter(({ answeredAt }) => answeredAt !== null).length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await model.close();
    },
  };
}

async function readAll(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) text += chunk;
  return text;
}

function toLogged(body: string): LoggedRequest {
  const request = JSON.parse(body) as Readonly<Record<string, unknown>>;
  return {
    step: askingStep(request),
    role: request['model'] === MODELS.main ? 'main' : 'small',
    prompt: body,
    bodyHash: createHash('sha256').update(body).digest('hex'),
    arrivedAt: performance.now(),
    answeredAt: null,
    isOpen: true,
  };
}

async function ask(url: string, body: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return { status: response.status, text: await response.text() };
}
