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

/** Limits the requests of one client address with one token. Counts are kept in memory, so a restart forgets them. */
export function limitRate(requestsPerMinute: number): MiddlewareHandler {
  const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: RATE_WINDOW_SECONDS });
  return async (context, next) => {
    try {
      await limiter.consume(clientOf(context));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
      throw new RequestProblem(429, `more than ${requestsPerMinute} requests in a minute`, {
        remedy: `Try again in ${seconds} s.`,
        headers: { 'retry-after': String(seconds) },
      });
    }
    await next();
  };
}

/** What `@hono/node-server` hands over; other servers and tests may have nothing. */
const bindingsSchema = z.object({ incoming: z.object({ socket: z.object({ remoteAddress: z.string() }) }) });

/** Headers that name another address are not believed: anybody can send them. Tokens are not kept in memory. */
function clientOf({ env, req }: Context): string {
  const address = bindingsSchema.safeParse(env).data?.incoming.socket.remoteAddress ?? 'unknown';
  const authorization = createHash('sha256')
    .update(req.header('authorization') ?? '')
    .digest('base64url');
  return `${address} ${authorization}`;
}
