import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server saw it. */
export interface EmbeddingRequest {
  readonly model: string;
  readonly input: readonly string[];
  /** Wanted length of the vectors. */
  readonly dimensions?: number;
}

/** An embeddings endpoint whose vectors count the concepts that a text names, whatever its language. */
export interface EmbeddingServer {
  /** Ends in `/v1`. */
  readonly baseURL: string;
  readonly requests: EmbeddingRequest[];
  /** What the next requests get, until it is changed again. */
  behave(behaviour: Behaviour): void;
  /** Resolves once this many requests have arrived. */
  arrivals(count: number): Promise<void>;
  close(): Promise<void>;
}

type Behaviour =
  | 'answers'
  | 'refuses'
  | 'hangs'
  | 'another length'
  /** Refuses more texts, or longer ones, as llama.cpp does. */
  | { readonly mostTexts: number; readonly longestText?: number }
  /** Never answers a request with more texts. */
  | { readonly hangsBeyond: number };

/** Words of one line mean the same. */
const CONCEPTS = [
  /\b(?:oil|öls?|whale)\b/gi,
  /\b(?:lamps?|lampen?|lantern)\b/gi,
  /\b(?:tides?|floods?|flut|gezeiten)\b/gi,
  /\b(?:waves?|wellen?)\b/gi,
  /\b(?:ropes?|seil|seile)\b/gi,
];

/** Answers on a free loopback port; its errors echo what was sent, as real ones do. */
export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const requests: EmbeddingRequest[] = [];
  const waiting: (() => void)[] = [];
  let behaviour: Behaviour = 'answers';
  const server = createServer((message, response) => {
    void readBody(message).then((body) => {
      const request: EmbeddingRequest = body;
      requests.push(request);
      for (const wake of waiting.splice(0)) wake();
      if (hangs(behaviour, request)) return;
      if (isTooMuch(behaviour, request)) {
        const error = { message: 'input is too large to process. increase the physical batch size' };
        response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
        return;
      }
      const isRefused = behaviour === 'refuses';
      const extra = behaviour === 'another length' ? [0] : [];
      const data = request.input.map((text, index) => ({ index, embedding: [...vectorOf(text), ...extra] }));
      const echo = `no, ${message.headers.authorization} may not send "${request.input.join(' ')}"`;
      response
        .writeHead(isRefused ? 503 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(isRefused ? { error: { message: echo } } : { data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    behave(next) {
      behaviour = next;
    },
    async arrivals(count) {
      while (requests.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function hangs(behaviour: Behaviour, { input }: EmbeddingRequest): boolean {
  if (typeof behaviour === 'string') return behaviour === 'hangs';
  return 'hangsBeyond' in behaviour && input.length > behaviour.hangsBeyond;
}

function isTooMuch(behaviour: Behaviour, { input }: EmbeddingRequest): boolean {
  if (typeof behaviour === 'string' || !('mostTexts' in behaviour)) return false;
  const { mostTexts, longestText = Number.POSITIVE_INFINITY } = behaviour;
  return input.length > mostTexts || input.some((text) => text.length > longestText);
}

function vectorOf(text: string): number[] {
  return [...CONCEPTS.map((concept) => text.match(concept)?.length ?? 0), 0.01];
}

async function readBody(message: IncomingMessage): Promise<EmbeddingRequest> {
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) text += chunk;
  return JSON.parse(text) as EmbeddingRequest;
}
