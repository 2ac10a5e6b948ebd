import { createHash, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setInterval } from 'node:timers/promises';
import { httpTokenValue } from '@plumbline/contracts/settings/environment-values';
import { SHARE_PREFIX } from '@plumbline/storage/shares';
import type { Context, MiddlewareHandler } from 'hono';
import type { Stores } from '../../workers/assembly/stores.ts';
import { UsageError } from '../errors/failures.ts';
import { userOfToken } from '../runs/tenants.ts';
import type { RequestCount } from './limits.ts';
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

/** What a share allows: to read one report with its sources. */
const READING =
  /^\/api\/runs\/([^/]+)\/(?:reading|figures|claims\/\d+\/trace|sources\/[^/]+\/(?:text|original)|exports\/(?:pdf|docx|markdown|html|csl-json|bibtex))$/;
const ITSELF = '/api/shared';

/** Of requests whose token is wrong. */
type GuessCount = RequestCount<Context<RequestEnvironment>>;

interface SharingContext {
  readonly tools: { readonly shares: Pick<Stores['shares'], 'find'> };
}

/** How often the file is read: links that lead elsewhere, and volumes without events, are noticed as well. */
const LOOK_MS = 2_000;

export interface TokenWatch {
  /** Ends the reading. */
  readonly signal: AbortSignal;
  /** Is told that the tokens are others, or why they are not. */
  readonly onChange: (line: string) => void;
  readonly lookMs?: number;
}

/** A token that is not valid; the message is for its sender. */
export class TokenRefusedError extends Error {
  override readonly name = 'TokenRefusedError';
}

const REMEDY = 'Send the header "Authorization: Bearer <token>" with the token that the server was started with.';
const REMEDY_FOR_REFUSED = 'Get a new token.';

/** Lets requests with a valid token pass, and notes its user. Others are counted, and too many of an address told to wait. */
export function requireToken(check: TokenCheck, countGuess: GuessCount): MiddlewareHandler<RequestEnvironment> {
  return async (http, next) => {
    // A link was checked already, and what it allows.
    if (http.get('share') !== undefined) return next();
    const given = bearerOf(http);
    const found = given === undefined ? refusal('the request carries no token', 'Bearer') : await checked(check, given);
    if (found instanceof RequestProblem) {
      await countGuess(http);
      throw found;
    }
    http.set('user', found.user);
    await next();
  };
}

function bearerOf(http: Context): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(http.req.header('authorization') ?? '')?.[1];
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

/**
 * Lets a request with the token of a share read its report, and nothing else, whether the server has tokens or not. Wrong ones are
 * counted as wrong tokens are.
 */
export function admitShares({ tools }: SharingContext, countGuess: GuessCount): MiddlewareHandler<RequestEnvironment> {
  return async (http, next) => {
    const token = bearerOf(http);
    if (token?.startsWith(SHARE_PREFIX) !== true) return next();
    const share = await tools.shares.find(token);
    if (share === null) {
      await countGuess(http);
      throw new RequestProblem(401, 'the link has expired or was revoked', {
        remedy: 'Ask for a new link.',
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      });
    }
    const isRead = http.req.method === 'GET' || http.req.method === 'HEAD';
    if (!isRead || !isAllowed(http.req.path, share.researchId)) {
      throw new RequestProblem(403, 'the link allows nothing but to read its report', 'Use a token of the server.');
    }
    http.set('share', share);
    return next();
  };
}

function isAllowed(path: string, researchId: string): boolean {
  const [, encoded] = READING.exec(path) ?? [];
  return path === ITSELF || (encoded !== undefined && encoded === encodeURIComponent(researchId));
}

/**
 * Reads a token file, and reads it again as long as the server runs. A file that is not usable changes nothing.
 *
 * @returns the tokens that are valid now
 * @throws {UsageError} when it is not usable at the beginning
 */
export async function openTokenFile(path: string, watch: TokenWatch): Promise<() => AccessToken> {
  let seen = await readText(path);
  let current = tokensIn(seen, path);
  const look = async () => {
    // One that is gone is as good as empty.
    const text = await readText(path).catch(() => '');
    if (text === seen) return;
    seen = text;
    try {
      const next = tokensIn(text, path);
      // A line that is half written may look like the one token of everybody.
      if (typeof next !== typeof current) throw new UsageError(`${path} changed between one token and lines of users`);
      current = next;
      watch.onChange(`The tokens in ${path} were read again.`);
    } catch (error) {
      watch.onChange(`error: the tokens stay as they were: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  void repeat(look, watch);
  return () => current;
}

async function repeat(look: () => Promise<void>, { signal, lookMs = LOOK_MS }: TokenWatch): Promise<void> {
  try {
    for await (const _ of setInterval(lookMs, undefined, { ref: false, signal })) await look();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`the token file ${path} cannot be read`, '', { cause: error });
  }
}

/** One token, or lines of a user and the token of that user. @throws {UsageError} */
function tokensIn(text: string, path: string): AccessToken {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const filled = lines.filter((line) => line !== '');
  if (filled.length > 1 || /\s/.test(filled[0] ?? '')) return userTokens(path, lines);
  return checkedToken(filled[0] ?? '', path);
}

/** Messages name lines, never their content: they may end up in a log. */
function userTokens(path: string, lines: readonly string[]): readonly UserToken[] {
  const tokens = lines.flatMap((line, index) => (line === '' ? [] : [userToken(line, `${path}, line ${index + 1}`)]));
  const isUnique = new Set(tokens.map(({ token }) => token)).size === tokens.length;
  if (isUnique) return tokens;
  throw new UsageError(`two lines of ${path} have the same token`, 'Give every user a token of their own.');
}

/** The name of a user may have blanks; a token has none, and is never written like a tenant. */
function userToken(line: string, place: string): UserToken {
  const [, name = '', token = '', tenant] = /^(.*?\S)\s+(\S+?)(?:\s+tenant=(\S*))?$/.exec(line) ?? [];
  const user = userOfToken(name, tenant ?? null);
  if (user !== null) return { user, token: checkedToken(token, place) };
  throw new UsageError(
    `${place} is not a user and a token`,
    'Write lines like: anna <token>, or anna <token> tenant=acme.',
  );
}

function checkedToken(text: string, place: string): string {
  const token = httpTokenValue.safeParse(text);
  if (token.success) return token.data;
  throw new UsageError(`the token in ${place} ${token.error.issues[0]?.message}`, 'Write one: openssl rand -hex 32');
}
