import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Api, ApiContext } from '../../service/api-context.ts';
import type { Login, LoginTokens } from '../../service/issuer-login.ts';
import { type RequestEnvironment, RequestProblem } from '../../service/problem.ts';
import { jsonBody, jsonResponses, routesOf } from './responses.ts';

/** Requests to sign in, which carry no token yet. */
export const LOGIN_PATHS = '/login/*';

const BEGUN = 'plumbline-login-';
const RENEWAL = 'plumbline-renewal';
/** Time to sign in at the issuer. */
const BEGUN_SECONDS = 600;
/** A browser keeps no larger cookie. */
const MAX_COOKIE_LENGTH = 3_800;

type Http = Context<RequestEnvironment>;

const tokenSchema = z.object({
  token: z.string().openapi({ description: 'for the header Authorization' }),
  name: z.string().nullable().openapi({ description: 'of the person; null: the issuer does not say' }),
});
const answerSchema = z
  .strictObject({ query: z.string().max(8_000) })
  .openapi('LoginAnswer', { example: { query: '?code=5f0c8a1f&state=Zq3v' } });
const doneSchema = z.object({
  address: z
    .string()
    .nullable()
    .openapi({ description: 'page that ends the sign-in at the issuer; null: it has none' }),
});
const shared = { security: [] };

const define = routesOf('Sign-in');

const look = define('get', '/login/issuer', {
  ...shared,
  summary: 'Where people sign in',
  responses: jsonResponses('null: nowhere; they have a token', z.object({ issuer: z.string().nullable() })),
});

const start = define('post', '/login/start', {
  ...shared,
  summary: 'Begin to sign in: where the browser has to go',
  responses: jsonResponses('a page of the issuer', z.object({ address: z.string() })),
});

const finish = define('post', '/login/finish', {
  ...shared,
  summary: 'Take what the issuer sent the browser back with, once, for a token',
  request: { body: jsonBody(answerSchema) },
  responses: jsonResponses('the token', tokenSchema),
});

const renew = define('post', '/login/renew', {
  ...shared,
  summary: 'A new token for a browser that is signed in',
  responses: jsonResponses('the token', tokenSchema),
});

const end = define('post', '/login/end', {
  ...shared,
  summary: 'End what renews tokens; the browser then goes to the address',
  responses: jsonResponses('it has ended', doneSchema),
});

/** `/login/…`: what the page needs to sign people in at an issuer. Its own cookies are for these routes alone. */
export function addLoginRoutes(api: Api, { settings: { login } }: ApiContext): void {
  api.openapi(look, (http) => http.json({ issuer: login?.host ?? null }, 200));
  api.openapi(start, async (http) => {
    const { address, state, kept } = await required(login).begin(originOf(http));
    keep(http, BEGUN + state, kept, BEGUN_SECONDS);
    return http.json({ address }, 200);
  });
  api.openapi(finish, async (http) => {
    const { query } = http.req.valid('json');
    const state = new URLSearchParams(query).get('state') ?? '';
    const kept = take(http, BEGUN + state);
    if (kept === undefined) {
      throw new RequestProblem(400, 'this sign-in did not begin in this browser, took too long, or was used before');
    }
    return answer(http, await required(login).finish({ origin: originOf(http), query, state, kept }));
  });
  api.openapi(renew, async (http) => {
    // A refusal must not take the cookie away: another tab may have signed in meanwhile, and its cookie would go.
    const kept = read(http, RENEWAL);
    if (kept === undefined) throw ended();
    try {
      return answer(http, await required(login).renew(kept));
    } catch (error) {
      throw error instanceof RequestProblem && error.status < 500 ? ended() : error;
    }
  });
  api.openapi(end, async (http) => {
    const kept = take(http, RENEWAL) ?? null;
    // An issuer that is away changes nothing for the browser.
    const address = (await login?.end(kept, originOf(http)).catch(() => null)) ?? null;
    return http.json({ address }, 200);
  });
}

function answer(http: Http, { token, name, refreshToken }: LoginTokens) {
  if (refreshToken !== null && encodeURIComponent(refreshToken).length <= MAX_COOKIE_LENGTH)
    keep(http, RENEWAL, refreshToken);
  return http.json({ token, name }, 200);
}

function required(login: Login | null): Login {
  if (login !== null) return login;
  throw new RequestProblem(404, 'this server has no issuer to sign in at', 'Send a token.');
}

function ended(): RequestProblem {
  return new RequestProblem(401, 'the sign-in has ended', 'Sign in again.');
}

/** As the browser has it: a proxy in front may speak TLS. Foreign ones were refused before, except allowed ones. */
function originOf(http: Http): string {
  const host = http.req.header('host') ?? new URL(http.req.url).host;
  const origin = URL.parse(http.req.header('origin') ?? '');
  return origin?.host === host ? origin.origin : `http://${host}`;
}

/** No script reads it, and it comes with requests of this very page alone. */
function placeOf(http: Http) {
  const isEncrypted = originOf(http).startsWith('https:');
  // The prefix keeps other hosts of the same domain from setting it.
  const place = isEncrypted ? ({ path: '/', secure: true, prefix: 'host' } as const) : ({ path: '/login' } as const);
  return { ...place, httpOnly: true, sameSite: 'Strict' } as const;
}

/** @param seconds left out: until the browser is closed */
function keep(http: Http, name: string, value: string, seconds?: number): void {
  setCookie(http, name, value, { ...placeOf(http), ...(seconds !== undefined && { maxAge: seconds }) });
}

function read(http: Http, name: string): string | undefined {
  const place = placeOf(http);
  // What a browser sent back is no name of a cookie for sure.
  return /^[\w-]+$/.test(name) ? getCookie(http, name, 'prefix' in place ? place.prefix : undefined) : undefined;
}

/** What the browser keeps, for the last time. */
function take(http: Http, name: string): string | undefined {
  const kept = read(http, name);
  if (kept !== undefined) deleteCookie(http, name, placeOf(http));
  return kept;
}
