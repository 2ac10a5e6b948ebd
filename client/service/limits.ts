import { createHash, randomUUID } from 'node:crypto';
import type { CountDatabase } from '@plumbline/storage/shared-counts';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import ipaddr from 'ipaddr.js';
import PQueue from 'p-queue';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { z } from 'zod';
import type { ConversationClient } from '../conversations/conversation-client.ts';
import { UsageError } from '../errors/failures.ts';
import { type RequestEnvironment, RequestProblem } from './problem.ts';

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
  return (http, next) => (isUpload(http) ? next() : guard(http, next));
}

/** Whether a request sends a document. */
export function isUpload({ req }: Context): boolean {
  return req.method === 'PUT' && ADDRESS.test(req.path);
}

/** Counts a request. @throws {RequestProblem} 429 for one too many in a minute */
export type RequestCount<Counted> = (counted: Counted) => Promise<void>;

export interface CountedRequests {
  readonly perMinute: number;
  /** In words. */
  readonly what: string;
  /** Where all servers count together; null: each counts in its memory, so a restart forgets. */
  readonly database: CountDatabase | null;
}

export function countRequests({ perMinute, what, database }: CountedRequests): RequestCount<string> {
  const bounds = { points: perMinute, duration: 60, keyPrefix: what };
  const inMemory = new RateLimiterMemory(bounds);
  const limiter =
    database === null
      ? inMemory
      : new RateLimiterPostgres({
          ...bounds,
          storeClient: database,
          storeType: 'pool',
          tableName: database.tableName,
          tableCreated: true,
          // Counts as long as the database is away.
          insuranceLimiter: inMemory,
        });
  const tooMany = ({ msBeforeNext }: RateLimiterRes): RequestProblem => {
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
    return new RequestProblem(429, `more than ${perMinute} ${what} in a minute`, {
      remedy: `Try again in ${seconds} s.`,
      headers: { 'retry-after': String(seconds) },
    });
  };
  return async (client) => {
    try {
      await limiter.consume(client);
    } catch (refused) {
      throw refused instanceof RateLimiterRes ? tooMany(refused) : refused;
    }
  };
}

/**
 * Counts requests with a wrong token by their address, of IPv6 by the network that one person has. Only they are refused: who
 * guesses locks out no other. In memory there are so many counts at most, and no sender can tell which it shares.
 */
export function countGuesses(counted: Omit<CountedRequests, 'what'>): RequestCount<Context<RequestEnvironment>> {
  const count = countRequests({ ...counted, what: 'requests with a wrong token' });
  const [salt, length] = counted.database === null ? [randomUUID(), 3] : [''];
  return (http) => count(hashOf(`${salt}${networkAround(http.get('address'))}`).slice(0, length));
}

function networkAround(address = ''): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}

/** Limits the requests of one client address with one token. Only tokens that are right reach this. */
export function limitRate(count: RequestCount<string>, hasTokens: boolean): MiddlewareHandler<RequestEnvironment> {
  return async (http, next) => {
    // Neither the address nor the token is kept.
    await count(hashOf(`${http.get('address')} ${hasTokens ? (http.req.header('authorization') ?? '') : ''}`));
    await next();
  };
}

/** An address, and how many of its bits a network shares. */
export type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** What `@hono/node-server` hands over; other servers and tests may have nothing. */
const bindingsSchema = z.object({ incoming: z.object({ socket: z.object({ remoteAddress: z.string() }) }) });

/**
 * @param networks of proxies that say whom they speak for; others are not believed: anybody can send the header
 * @param warn is told, once, that somebody else sends it
 */
export function noteAddress(
  networks: readonly Network[],
  warn: (line: string) => void,
): MiddlewareHandler<RequestEnvironment> {
  let isTold = false;
  const isTrusted = (address: string): boolean => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return networks.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match(base, bits));
  };
  return async (http, next) => {
    const direct = bindingsSchema.safeParse(http.env).data?.incoming.socket.remoteAddress ?? 'unknown';
    const forwarded = http.req.header('x-forwarded-for');
    if (forwarded !== undefined && !isTold && !isTrusted(direct)) {
      isTold = true;
      warn(
        `${direct} says whom it speaks for, and is not believed. If it is your proxy, all its clients count as one: start with --trust-proxy ${direct}`,
      );
    }
    http.set('address', addressBehind(direct, forwarded ?? '', isTrusted));
    await next();
  };
}

/** Each proxy adds whom it speaks for at the end, so the last one that is no proxy of ours is the client. */
function addressBehind(direct: string, forwardedFor: string, isTrusted: (address: string) => boolean): string {
  const hops = forwardedFor.split(',').map((hop) => hop.trim());
  let address = direct;
  while (isTrusted(address)) {
    const hop = hops.pop();
    if (hop === undefined || !ipaddr.isValid(hop)) break;
    address = ipaddr.process(hop).toString();
  }
  return address;
}

/** @throws {UsageError} for what is no address and no network */
export function networkOf(text: string): Network {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) {
    throw new UsageError(`"${text}" is no network`, 'Use an address or a network like 10.0.0.0/8.');
  }
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Gives each user a queue of their own, and all that ask an equal share: much that is asked at once waits for itself alone. */
export interface Turns {
  /** @param user null: users cannot be told apart, so nothing waits @throws {RequestProblem} 429 */
  take<Result>(user: string | null, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
  /** @throws {RequestProblem} 429 when too much waits */
  requireRoom(user: string | null): void;
}

/**
 * @param atOnce work of one user that is under way while no other asks
 * @param waiting what may wait behind it
 * @param presentMs for so long after an answer a user keeps a share, for the next question
 */
export function createTurns(atOnce = 4, waiting = 100, presentMs = 30_000): Turns {
  const present = new Map<string, { readonly queue: PQueue; readonly until: number }>();
  const divide = (): void => {
    for (const [user, { queue, until }] of present) {
      if (queue.size + queue.pending === 0 && Date.now() >= until) present.delete(user);
    }
    const share = Math.max(1, Math.floor(atOnce / present.size));
    for (const { queue } of present.values()) queue.concurrency = share;
  };
  const requireRoom: Turns['requireRoom'] = (user) => {
    if ((present.get(user ?? '')?.queue.size ?? 0) < waiting) return;
    throw new RequestProblem(429, `${waiting} requests of this user wait already`, {
      remedy: 'Send more when some are answered.',
      headers: { 'retry-after': '10' },
    });
  };
  return {
    requireRoom,
    async take(user, signal, work) {
      if (user === null) return work();
      requireRoom(user);
      const { queue } = present.get(user) ?? { queue: new PQueue() };
      const stay = (until: number): void => {
        present.set(user, { queue, until });
        divide();
      };
      stay(Number.POSITIVE_INFINITY);
      return queue.add(work, { signal }).finally(() => void queue.onIdle().then(() => stay(Date.now() + presentMs)));
    },
  };
}

/** Messages, by whatever door they come, are answered in turns. */
export function askInTurns<Sessions extends Pick<ConversationClient, 'ask'>>(
  sessions: Sessions,
  turns: Turns,
): Sessions {
  return { ...sessions, ask: (asked) => turns.take(asked.ask.userId ?? null, asked.signal, () => sessions.ask(asked)) };
}

/** Handles requests in turns. Only tokens that name users tell them apart. */
export function inTurn(turns: Turns): MiddlewareHandler<RequestEnvironment> {
  return async (http, next) => {
    const { signal } = http.req.raw;
    await turns.take(http.get('user') ?? null, signal, next).catch((error: unknown) => {
      throw signal.aborted ? new RequestProblem(503, 'the client has gone') : error;
    });
  };
}

/** @throws {RequestProblem} 429 when too much of the user waits */
export function refuseBeyond(turns: Turns): MiddlewareHandler<RequestEnvironment> {
  return async (http, next) => {
    turns.requireRoom(http.get('user') ?? null);
    await next();
  };
}
