import { isUtf8 } from 'node:buffer';
import type { Context, MiddlewareHandler } from 'hono';
import { type OwnerContext, requireVisibleRun } from '../../runs/run-owner.ts';
import { isUpload } from '../../service/limits.ts';
import { invalidField, type RequestEnvironment, RequestProblem, withoutNulls } from '../../service/problem.ts';

type Http = Context<RequestEnvironment>;

/** The user that the token names; null: the token is everybody's, or none is needed. */
export function tokenUserOf(http: Http): string | null {
  return http.get('user') ?? null;
}

/** The user of a request: from the token, or else as stated in the request. */
export function userOf(http: Http, told: { readonly userId?: string | null | undefined }): string | null {
  return tokenUserOf(http) ?? told.userId ?? null;
}

/** The user whose memory is meant. @throws {RequestProblem} if the request names no user */
export function memoryUserOf(http: Http, told: { readonly userId?: string | undefined }): string {
  const user = userOf(http, told);
  if (user !== null) return user;
  throw invalidField('userId', 'a memory needs a user', 'Name the user whose memory is meant.');
}

/** @throws {RequestProblem} for a token that names a user */
export function requireOperator(http: Http): void {
  if (tokenUserOf(http) === null) return;
  throw new RequestProblem(403, 'the settings of the server belong to who runs it', 'Ask who runs the server.');
}

const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** No name and no text has it, and not every store takes it. */
export const refuseNul: MiddlewareHandler = async (http, next) => {
  const hasBody = http.req.method !== 'GET' && !isUpload(http);
  if (hasBody && !isUtf8(await http.req.arrayBuffer()))
    throw new RequestProblem(400, 'the body is not in UTF-8', 'Send it in UTF-8.');
  const isInBody = async () => hasBody && NUL.test(await http.req.text());
  if (!http.req.url.includes('%00') && !(await isInBody())) return next();
  throw new RequestProblem(400, 'the request has the character NUL', 'Leave it out.');
};

/** Clients write null for what they leave out. */
export const forgetNulls: MiddlewareHandler = async (http, next) => {
  const body: unknown = await http.req.json().catch(() => null);
  if (http.req.method === 'POST' && typeof body === 'object' && body !== null && !Array.isArray(body))
    Object.assign(http.req.bodyCache, { text: Promise.resolve(JSON.stringify(withoutNulls(body))) });
  await next();
};

/** Refuses requests that name another user than their token. */
export const refuseOtherUsers: MiddlewareHandler<RequestEnvironment> = async (http, next) => {
  const user = tokenUserOf(http);
  if (user !== null) {
    const named = [...(http.req.queries('userId') ?? []), ...(await userInBody(http))];
    if (named.some((name) => name !== user)) {
      throw new RequestProblem(403, 'userId: the token belongs to another user', 'Leave out userId.');
    }
  }
  await next();
};

/** Answers for other users' runs as for nonexistent ones; `researchId` is in the path. */
export function hideRunsOfOthers(context: OwnerContext): MiddlewareHandler<RequestEnvironment> {
  return async (http, next) => {
    const researchId = http.req.param('researchId');
    if (researchId !== undefined) await requireVisibleRun(context, tokenUserOf(http), researchId);
    await next();
  };
}

/** What is no JSON is refused where the body is read. */
async function userInBody(http: Http): Promise<unknown[]> {
  if (http.req.method === 'GET' || http.req.method === 'HEAD') return [];
  try {
    const body: unknown = JSON.parse(await http.req.text());
    const isNamed = typeof body === 'object' && body !== null && 'userId' in body && body.userId !== null;
    return isNamed ? [body.userId] : [];
  } catch {
    return [];
  }
}
