import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { addressGroupOf, clientOf, createRequestCounts, type RequestCounts } from './limits.ts';
import { type RequestEnvironment, RequestProblem } from './problem.ts';

/** The token of one user. */
export interface UserToken {
  readonly user: string;
  readonly token: string;
}

/** One token for everybody, or tokens that say who asks. */
export type AccessToken = string | readonly UserToken[];

const REMEDY = 'Send the header "Authorization: Bearer <token>" with the token that the server was started with.';

/**
 * Lets requests with a valid token pass, and notes its user. An address that has sent too many wrong tokens may not try
 * others for a minute; valid tokens still work from there, because a proxy gives all its clients one address.
 *
 * @param requests limits requests with valid tokens
 */
export function requireToken(
  access: AccessToken,
  requests: RequestCounts,
  wrongTokensPerMinute: number,
): MiddlewareHandler<RequestEnvironment> {
  const tokens = typeof access === 'string' ? [{ user: null, token: access }] : access;
  const known = tokens.map(({ user, token }) => ({ user, digest: digestOf(token) }));
  const wrong = createRequestCounts(wrongTokensPerMinute, 'requests with a wrong token');
  const refuse = async (address: string, detail: string, challenge: string): Promise<never> => {
    await wrong.count(address);
    throw refusal(detail, challenge);
  };
  return async (http, next) => {
    // A link was checked already, and what it allows.
    if (http.get('share') !== undefined) return next();
    const address = addressGroupOf(http);
    if (!(await requests.isCounted(clientOf(http)))) await wrong.requireRoom(address);
    const [, given] = /^Bearer +(\S+) *$/i.exec(http.req.header('authorization') ?? '') ?? [];
    if (given === undefined) return refuse(address, 'the request carries no token', 'Bearer');
    const digest = digestOf(given);
    // Every digest is compared, each to its last byte: the time reveals nothing.
    const [found] = known.filter((one) => timingSafeEqual(one.digest, digest));
    if (found === undefined) return refuse(address, 'the token is wrong', 'Bearer error="invalid_token"');
    http.set('user', found.user);
    await next();
  };
}

function refusal(detail: string, challenge: string): RequestProblem {
  return new RequestProblem(401, detail, { remedy: REMEDY, headers: { 'www-authenticate': challenge } });
}

/** Equal lengths for every token. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
