import { jsonRequest } from '../builders/api-world.ts';
import { type ReadEvent, readEvents } from '../builders/sent-events.ts';
import type { CommandUnderWay, RunningCommand } from './cli.ts';
import { waitUntil } from './processes.ts';

/** `serve`, with its API. */
export interface ServedApi<Command extends CommandUnderWay = RunningCommand> {
  /** With protocol and port. */
  readonly address: string;
  readonly command: Command;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
}

/** Starts `serve` with the documents of the world. @param port 0: any free one */
export async function serveApi<Command extends CommandUnderWay>(
  { start, documents }: { readonly documents: string; readonly start: (...words: string[]) => Command },
  { port = 0, options = [] }: { readonly port?: number; readonly options?: readonly string[] } = {},
): Promise<ServedApi<Command>> {
  const command = start('serve', '--corpus', documents, '--port', String(port), ...options);
  const printed = await command.prints('Stop it with Ctrl-C');
  const served = /Serving http:\/\/\S+:(\d+);/.exec(printed)?.[1];
  const address = `http://127.0.0.1:${served}`;
  return {
    address,
    command,
    get: (path, headers = {}) => fetch(`${address}${path}`, { headers }),
    post: (path, body, headers) => fetch(`${address}${path}`, jsonRequest(body, headers)),
  };
}

/** The status of a response; what a busy worker did not answer in time (503) is asked again. */
export async function statusOf(ask: () => Promise<Response>): Promise<number> {
  let status = 503;
  await waitUntil(async () => ({ status } = await ask()).status !== 503);
  return status;
}

/** A response with a JSON body. */
export async function readJson(responding: Promise<Response>) {
  const response = await responding;
  const body = JSON.parse(await response.text());
  return { status: response.status, type: response.headers.get('content-type'), body };
}

/** A stream of events that is read step by step. */
export interface StreamReading {
  /** What came so far, without comments. */
  readonly events: readonly ReadEvent[];
  /** Reads on up to the next event of this kind, which it returns. @throws {Error} when the stream ends before */
  until(kind: string): Promise<ReadEvent>;
  /** Reads on to the end of the stream. */
  rest(): Promise<void>;
  /** Drops the connection. */
  drop(): Promise<void>;
}

export function readStream(response: Response): StreamReading {
  const coming = readEvents(response);
  const events: ReadEvent[] = [];
  const next = async (): Promise<ReadEvent | undefined> => {
    const { value } = await coming.next();
    if (value !== undefined && value.event !== 'comment') events.push(value);
    return value ?? undefined;
  };
  return {
    events,
    async until(kind) {
      for (let event = await next(); event !== undefined; event = await next()) {
        if (event.event === kind) return event;
      }
      throw new Error(`no "${kind}" after ${events.map(({ event }) => event).join(', ')} (status ${response.status})`);
    },
    async rest() {
      while ((await next()) !== undefined);
    },
    async drop() {
      await coming.return();
    },
  };
}
