import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { z } from 'zod';
import { innermostMessage } from '../errors/temporal-errors.ts';

/** Temporal sends at most 4 MiB at once, and base64 is a third longer. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** Loopback names. Any other host name points to DNS rebinding by a web page. */
const OWN_HOST = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/;

const bytesSchema = z.base64().transform((text): Uint8Array => Buffer.from(text, 'base64'));
const bodySchema = z.object({
  payloads: z.array(
    z.object({ metadata: z.record(z.string(), bytesSchema).default({}), data: bytesSchema.default(new Uint8Array()) }),
  ),
});

/** The request is invalid. */
class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * The codec over HTTP, for the Web UI and the Temporal CLI: POST `/encode` and `/decode` with `{ payloads }` in protobuf's
 * JSON form. Any program on this machine may use it; in a browser only the pages of `origins` may.
 */
export function createCodecEndpoint(codec: PayloadCodec, origins: readonly string[]): Server {
  return createServer((request, response) => {
    const { origin } = request.headers;
    const isAllowed = origin !== undefined && origins.includes(origin);
    response.setHeaders(new Headers({ vary: 'origin', ...(isAllowed && crossOriginHeaders(origin)) }));
    if (request.method === 'OPTIONS' && isAllowed) {
      response.writeHead(204).end();
      return;
    }
    convert(request, codec, origin === undefined || isAllowed).then(
      (payloads) => send(response, 200, { payloads }),
      // The message names a missing key; the Web UI shows it.
      (error: unknown) =>
        send(response, error instanceof RequestError ? error.status : 422, { message: innermostMessage(error) }),
    );
  });
}

function crossOriginHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type, x-namespace, authorization',
  };
}

async function convert(request: IncomingMessage, codec: PayloadCodec, isAllowed: boolean): Promise<object[]> {
  if (!isAllowed || !OWN_HOST.test(request.headers.host ?? '')) {
    throw new RequestError(403, `this endpoint does not serve ${request.headers.origin ?? request.headers.host}`);
  }
  if (request.method !== 'POST') throw new RequestError(405, 'use POST');
  const payloads = await readPayloads(request);
  if (request.url === '/encode') return (await codec.encode(payloads)).map(toJson);
  if (request.url === '/decode') return (await codec.decode(payloads)).map(toJson);
  throw new RequestError(404, 'use /encode or /decode');
}

async function readPayloads(request: IncomingMessage): Promise<Payload[]> {
  const chunks: Buffer[] = [];
  let byteLength = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    byteLength += chunk.byteLength;
    if (byteLength > MAX_BODY_BYTES) throw new RequestError(413, `more than ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  const parsed = bodySchema.safeParse(parseJson(Buffer.concat(chunks).toString()));
  if (!parsed.success) throw new RequestError(400, 'the body must be {"payloads": […]} with bytes in base64');
  return parsed.data.payloads;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toJson({ metadata, data }: Payload): object {
  const base64 = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('base64');
  return {
    metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, bytes]) => [name, base64(bytes)])),
    data: base64(data),
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
