import type { MiddlewareHandler } from 'hono';
import { RequestProblem } from '../../service/problem.ts';

/** Loopback names. Any other name points to a web page whose own name leads to this machine (DNS rebinding). */
const LOOPBACK_HOST = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d+)?$/i;

/** Refuses a name that no address can have: the request behind it could not be read. */
export const requireReadableHost: MiddlewareHandler = async ({ req }, next) => {
  const host = req.header('host');
  if (host !== undefined && !URL.canParse(`http://${host}`)) {
    throw new RequestProblem(400, `"${host}" is not the name of a host`, { remedy: 'Correct the header Host.' });
  }
  await next();
};

/** Without a token nothing but the host's name shows that a request was meant for this machine. */
export const requireLoopbackName: MiddlewareHandler = async ({ req }, next) => {
  const host = req.header('host') ?? new URL(req.url).host;
  if (!LOOPBACK_HOST.test(host)) {
    throw new RequestProblem(403, `this API does not serve ${host}`, {
      remedy: 'Use http://127.0.0.1 or http://localhost, or start the server with a token.',
    });
  }
  await next();
};

/** A browser lets every web page send requests to this machine; only allowed origins pass. */
export function refuseForeignPages(allowed: readonly string[]): MiddlewareHandler {
  return async ({ req }, next) => {
    const origin = req.header('origin');
    const host = req.header('host') ?? new URL(req.url).host;
    const isForeign = origin === undefined ? isSentByAnotherSite(req.header('sec-fetch-site')) : !isOwn(origin, host);
    if (isForeign && (origin === undefined || !allowed.includes(origin))) {
      throw new RequestProblem(403, `pages of ${origin ?? 'other sites'} may not use this API`, {
        remedy: 'Start the server with --allow-origin <origin>.',
      });
    }
    await next();
  };
}

/** Browsers send no origin with images and links. */
function isSentByAnotherSite(site: string | undefined): boolean {
  return site === 'cross-site' || site === 'same-site';
}

function isOwn(origin: string, host: string): boolean {
  return URL.parse(origin)?.host === host;
}
