import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { addressGroupOf, clientOf, type RequestCounts } from './limits.ts';
import { type RequestEnvironment, RequestProblem } from './problem.ts';

/** The token of one user. */
export interface UserToken {
  readonly user: string;
  readonly token: string;
}

/** One token for everybody, or tokens that say who asks. */
export type AccessToken = string | readonly UserToken[];

/** Who sent a request. */
export interface Caller {
  /** Null: the token is everybody's. */
  readonly user: string | null;
}

/**
 * Finds whose token it is; null: this check does not know it.
 *
 * @throws {TokenRefusedError} for a token of its kind that is not valid
 * @throws {RequestProblem} when it cannot say at the moment
 */
export type TokenCheck = (token: string) => Promise<Caller | null>;

/** A token that is not valid; the message is for its sender. */
export class TokenRefusedError extends Error {
  override readonly name = 'TokenRefusedError';
}

const REMEDY = 'Send the header "Authorization: Bearer <token>" with the token that the server was started with.';
const REMEDY_FOR_REFUSED = 'Get a new token.';

/**
 * Lets requests with a valid token pass, and notes its user. An address that has sent too many wrong tokens may not try
 * others for a minute; valid tokens still work from there, because a proxy gives all its clients one address.
 *
 * @param requests limits requests with valid tokens
 */
export function requireToken(
  check: TokenCheck,
  requests: RequestCounts,
  wrong: RequestCounts,
): MiddlewareHandler<RequestEnvironment> {
  const refuse = async (address: string, problem: RequestProblem): Promise<never> => {
    await wrong.count(address);
    throw problem;
  };
  return async (http, next) => {
    // A link was checked already, and what it allows.
    if (http.get('share') !== undefined) return next();
    const address = addressGroupOf(http);
    if (!(await requests.isCounted(clientOf(http)))) await wrong.requireRoom(address);
    const [, given] = /^Bearer +(\S+) *$/i.exec(http.req.header('authorization') ?? '') ?? [];
    if (given === undefined) return refuse(address, refusal('the request carries no token', 'Bearer'));
    const found = await checked(check, given);
    if (found instanceof RequestProblem) return refuse(address, found);
    http.set('user', found.user);
    await next();
  };
}

async function checked(check: TokenCheck, token: string): Promise<Caller | RequestProblem> {
  const challenge = 'Bearer error="invalid_token"';
  try {
    return (await check(token)) ?? refusal('the token is wrong', challenge);
  } catch (error) {
    if (error instanceof TokenRefusedError) return refusal(error.message, challenge, REMEDY_FOR_REFUSED);
    throw error;
  }
}

function refusal(detail: string, challenge: string, remedy = REMEDY): RequestProblem {
  return new RequestProblem(401, detail, { remedy, headers: { 'www-authenticate': challenge } });
}

/** @param read what is valid now: a file may change */
export function checkTokens(read: () => AccessToken): TokenCheck {
  const digestsOf = onceFor((access: AccessToken) => {
    const tokens = typeof access === 'string' ? [{ user: null, token: access }] : access;
    return tokens.map(({ user, token }) => ({ user, digest: digestOf(token) }));
  });
  return async (token) => {
    const digest = digestOf(token);
    // Every digest is compared, each to its last byte: the time reveals nothing.
    const [found] = digestsOf(read()).filter((one) => timingSafeEqual(one.digest, digest));
    return found === undefined ? null : { user: found.user };
  };
}

/** Asks one check after another. */
export function checkEach(checks: readonly TokenCheck[]): TokenCheck {
  return async (token) => {
    for (const check of checks) {
      const caller = await check(token);
      if (caller !== null) return caller;
    }
    return null;
  };
}

/** Derives a value again only when what it derives from is another one. */
function onceFor<Given, Derived>(derive: (given: Given) => Derived): (given: Given) => Derived {
  let last: { readonly given: Given; readonly derived: Derived } | undefined;
  return (given) => {
    if (last === undefined || last.given !== given) last = { given, derived: derive(given) };
    return last.derived;
  };
}

/** Equal lengths for every token. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
