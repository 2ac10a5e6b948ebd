import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { askingStep } from '../../test/support/servers/scripted-model-server.ts';
import { PAGES, renderPage } from './documents.ts';
import { answerTo } from './model-answers.ts';
import { CALL_HEADER, CELL_HEADER, type Point, pointSchema } from './point.ts';
import type { LoggedRequest, RequestKind } from './traffic.ts';

const NOTICES = '/notices';

/** One cell's view of the servers outside its machine. */
export interface CellTraffic {
  /** Where its workers report. */
  readonly controlURL: string;
  /** In order of arrival. */
  readonly log: readonly LoggedRequest[];
  /** Requests that no run should send, and disturbances that failed themselves. */
  readonly faults: readonly string[];
}

/** Called at every point and paid request; the caller waits for the promise. */
export interface CellObserver {
  reached(point: Point): Promise<void>;
  /** @returns an answer that is given in place of the usual one, or null */
  asked(point: Point, request: LoggedRequest): Promise<RefusedAnswer | null>;
}

export interface RefusedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Model, search service, web site and control in one server on loopback, for all cells at once. */
export interface FakeServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Settings that lead a worker here. */
  readonly environment: NodeJS.ProcessEnv;
  open(cell: string, observer: CellObserver): CellTraffic;
  close(): Promise<void>;
}

interface Cell {
  readonly observer: CellObserver;
  readonly log: LoggedRequest[];
  readonly faults: string[];
}

interface FakeAnswer {
  readonly kind: RequestKind;
  readonly name: string;
  readonly contentType: string;
  readonly body: string;
}

export async function startFakeServer(): Promise<FakeServer> {
  const cells = new Map<string, Cell>();
  const server = createServer((message, response) => {
    serve(message, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${host}`;

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(message.url ?? '/', origin).pathname;
    const body = await readText(message).catch(() => '');
    if (path.startsWith('/control/')) return control(path, body, response);
    if (path === '/robots.txt') return void response.writeHead(404).end();
    // Costs nothing, and may come twice.
    if (path === NOTICES) return void response.writeHead(204).end();
    const cell = cells.get(String(message.headers[CELL_HEADER]));
    const reply = replyTo(message.url ?? '/', body, origin);
    if (cell === undefined || reply === undefined) {
      cell?.faults.push(`unscripted request ${message.method} ${message.url}`);
      return void response.writeHead(501, { 'x-should-retry': 'false' }).end();
    }
    await answer(cell, reply, { message, response, content: `${message.url} ${body}` });
  }

  async function control(path: string, body: string, response: ServerResponse): Promise<void> {
    const point = pointSchema.parse(JSON.parse(body));
    const cell = cells.get(path.split('/').at(-1) ?? '');
    await cell?.observer.reached(point).catch((error: unknown) => cell.faults.push(String(error)));
    response.writeHead(204).end();
  }

  return {
    origin,
    environment: {
      OPENAI_BASE_URL: `${origin}/v1`,
      PLUMBLINE_MODEL: 'scripted',
      SEARXNG_URL: origin,
      'notify.to': `${origin}${NOTICES}`,
      'web.allowed-hosts': host,
    },
    open(name, observer) {
      const cell: Cell = { observer, log: [], faults: [] };
      cells.set(name, cell);
      return { controlURL: `${origin}/control/${name}`, log: cell.log, faults: cell.faults };
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  { observer, log }: Cell,
  { kind, name, contentType, body }: FakeAnswer,
  {
    message,
    response,
    content,
  }: { readonly message: IncomingMessage; readonly response: ServerResponse; readonly content: string },
): Promise<void> {
  const request: LoggedRequest = {
    kind,
    content,
    name,
    arrivedAt: Date.now(),
    endedAt: null,
    isAnswered: false,
    isRefused: false,
  };
  const end = (isAnswered: boolean): void => {
    request.endedAt ??= Date.now();
    request.isAnswered ||= isAnswered;
  };
  response.once('finish', () => end(true)).once('close', () => end(false));
  log.push(request);
  const call: unknown = JSON.parse(String(message.headers[CALL_HEADER] ?? '{}'));
  const point = pointSchema.parse({ ...(call as object), instant: 'in flight' });
  const refused = await observer.asked(point, request);
  request.isRefused = refused !== null;
  if (refused !== null) response.writeHead(refused.status, refused.headers).end();
  else response.writeHead(200, { 'content-type': contentType }).end(body);
}

function replyTo(url: string, body: string, origin: string): FakeAnswer | undefined {
  const { pathname } = new URL(url, origin);
  if (pathname === '/v1/chat/completions') return answerAsModel(body);
  if (pathname === '/search') return { kind: 'search', name: url, contentType: JSON_TYPE, body: searchResults(origin) };
  const page = PAGES[pathname];
  if (page === undefined) return undefined;
  return { kind: 'page', name: pathname, contentType: 'text/html; charset=utf-8', body: renderPage(page) };
}

const JSON_TYPE = 'application/json';
const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

interface ChatRequest extends Readonly<Record<string, unknown>> {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

function answerAsModel(body: string): FakeAnswer | undefined {
  const request = JSON.parse(body) as ChatRequest;
  const { messages } = request;
  const prompt = messages.map(({ content }) => content).join('\n');
  const step = askingStep(request);
  const said = answerTo({ step, prompt });
  if (said === undefined) return undefined;
  return modelAnswer(step, typeof said === 'string' ? said : JSON.stringify(said));
}

function modelAnswer(step: string, content: string): FakeAnswer {
  const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }];
  const completion = {
    id: 'scripted',
    object: 'chat.completion',
    created: 0,
    model: 'scripted',
    choices,
    usage: USAGE,
  };
  return { kind: 'model', name: step, contentType: JSON_TYPE, body: JSON.stringify(completion) };
}

function searchResults(origin: string): string {
  const results = Object.entries(PAGES).map(([path, { title, text }]) => ({
    url: `${origin}${path}`,
    title,
    content: text,
  }));
  return JSON.stringify({ results });
}
