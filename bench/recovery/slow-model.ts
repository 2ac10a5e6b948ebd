import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { replyTo } from '../../test/support/builders/scripted-answers.ts';
import { startScriptedModelServer } from '../../test/support/servers/scripted-model-server.ts';

const ANSWER_AFTER_MS = 300;

/** Enough to keep a worker busy for some seconds. */
const TASKS = ['burn', 'hold', 'weigh', 'shine', 'last', 'cost'].map((verb) => ({
  text: `How long or how much does the harbour lamp ${verb}?`,
  rationale: 'a part of the question',
}));

/** One call as the endpoint saw it, in the milliseconds of `performance.now()`. */
export interface ModelCall {
  readonly prompt: string;
  readonly arrivedAt: number;
  /** Null while there is no answer, and for ever when the caller went away before it. */
  answeredAt: number | null;
  /** The caller waits for the answer. */
  isOpen: boolean;
}

export interface SlowModel {
  /** Ends in `/v1`. */
  readonly baseURL: string;
  /** In order of arrival. */
  readonly calls: readonly ModelCall[];
  close(): Promise<void>;
}

/** The scripted model behind a door that lets every answer wait for 300 ms and keeps the log. */
export async function startSlowModel(): Promise<SlowModel> {
  const model = await startScriptedModelServer();
  model.answerBy((request) => replyTo(request, { 'plan-research': { tasks: TASKS } }));
  const calls: ModelCall[] = [];
  const door = createServer((request, response) => void passOn(request, response, model.baseURL, calls));
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return {
    baseURL: `http://127.0.0.1:${(door.address() as AddressInfo).port}/v1`,
    calls,
    async close() {
      door.closeAllConnections();
      await Promise.all([new Promise((resolve) => door.close(resolve)), model.close()]);
    },
  };
}

async function passOn(request: IncomingMessage, response: ServerResponse, baseURL: string, calls: ModelCall[]) {
  const body = await text(request);
  const call: ModelCall = { prompt: body, arrivedAt: performance.now(), answeredAt: null, isOpen: true };
  calls.push(call);
  const end = () => {
    call.isOpen = false;
  };
  response.on('close', end);
  const [answer] = await Promise.all([
    fetch(`${baseURL}${request.url?.slice('/v1'.length)}`, { method: 'POST', body }),
    delay(ANSWER_AFTER_MS),
  ]);
  const content = await answer.text();
  if (response.destroyed) return;
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(content);
  call.answeredAt = performance.now();
  end();
}
