import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { z } from 'zod';
import { RequestProblem } from './problem.ts';

const RATE_WINDOW_SECONDS = 60;

/** Refuses larger bodies before they are read as a whole. */
export function limitBodies(maxBytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new RequestProblem(413, `the body has more than ${maxBytes} bytes`, {
        remedy: 'Send less at once.',
        // The rest of the body is not read, so the connection can carry no other request.
        headers: { connection: 'close' },
      });
    },
  });
}

/** Where documents are sent to, as their whole body. */
export const UPLOADS = '/api/library/{name}/documents';
const ADDRESS = /^\/api\/library\/[^/]+\/documents$/;

/** Leaves a middleware out for uploads: they are no JSON, have limits of their own, and are never held in memory. */
export function exceptUploads(guard: MiddlewareHandler): MiddlewareHandler {
  return (http, next) => (http.req.method === 'PUT' && ADDRESS.test(http.req.path) ? next() : guard(http, next));
}

/** Counts the requests of a minute in memory, so a restart forgets them. */
export interface RequestCounts {
  /** @throws {RequestProblem} 429 for one request too many */
  count(client: string): Promise<void>;
  /** Whether this client was counted within the last minute. */
  isCounted(client: string): Promise<boolean>;
  /** @throws {RequestProblem} 429 where the next request is one too many */
  requireRoom(client: string): Promise<void>;
}

export function createRequestCounts(requestsPerMinute: number, what = 'requests'): RequestCounts {
  const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: RATE_WINDOW_SECONDS });
  const tooMany = ({ msBeforeNext }: RateLimiterRes): RequestProblem => {
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
    return new RequestProblem(429, `more than ${requestsPerMinute} ${what} in a minute`, {
      remedy: `Try again in ${seconds} s.`,
      headers: { 'retry-after': String(seconds) },
    });
  };
  return {
    async count(client) {
      try {
        await limiter.consume(client);
      } catch (refused) {
        throw refused instanceof RateLimiterRes ? tooMany(refused) : refused;
      }
    },
    isCounted: async (client) => (await limiter.get(client)) !== null,
    async requireRoom(client) {
      const counted = await limiter.get(client);
      if (counted !== null && counted.consumedPoints >= requestsPerMinute) throw tooMany(counted);
    },
  };
}

/** Limits the requests of one client address with one token. Only tokens that are right reach this. */
export function limitRate(requests: RequestCounts, hasTokens: boolean): MiddlewareHandler {
  return async (context, next) => {
    await requests.count(hasTokens ? clientOf(context) : addressOf(context));
    await next();
  };
}

/** What `@hono/node-server` hands over; other servers and tests may have nothing. */
const bindingsSchema = z.object({ incoming: z.object({ socket: z.object({ remoteAddress: z.string() }) }) });

/** Headers that name another address are not believed: anybody can send them. */
export function addressOf({ env }: Context): string {
  return bindingsSchema.safeParse(env).data?.incoming.socket.remoteAddress ?? 'unknown';
}

/** The address with the token, which is not kept in memory. */
export function clientOf(context: Context): string {
  return `${addressOf(context)} ${hashOf(context.req.header('authorization') ?? '')}`;
}

/** Bounds what is kept of addresses that send wrong tokens, however many there are: some share a count. */
export function addressGroupOf(context: Context): string {
  return hashOf(addressOf(context)).slice(0, 2);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
