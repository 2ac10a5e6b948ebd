import { SHARE_PREFIX } from '@plumbline/storage/shares';
import type { MiddlewareHandler } from 'hono';
import type { Stores } from '../../workers/assembly/stores.ts';
import { addressGroupOf, type RequestCounts } from './limits.ts';
import { type RequestEnvironment, RequestProblem } from './problem.ts';

/** What a share allows: to read one report with its sources. */
const READING =
  /^\/api\/runs\/([^/]+)\/(?:reading|figures|claims\/\d+\/trace|sources\/[^/]+\/(?:text|original)|exports\/(?:pdf|docx|markdown|html|csl-json|bibtex))$/;
const ITSELF = '/api/shared';

interface SharingContext {
  readonly tools: { readonly shares: Pick<Stores['shares'], 'find'> };
}

/**
 * Lets a request with the token of a share read its report, and nothing else, whether the server has tokens or not. An address
 * that has sent too many wrong ones may not try others for a minute.
 */
export function admitShares({ tools }: SharingContext, wrong: RequestCounts): MiddlewareHandler<RequestEnvironment> {
  return async (http, next) => {
    const [, token] = /^Bearer +(\S+) *$/i.exec(http.req.header('authorization') ?? '') ?? [];
    if (token?.startsWith(SHARE_PREFIX) !== true) return next();
    await wrong.requireRoom(addressGroupOf(http));
    const share = await tools.shares.find(token);
    if (share === null) {
      await wrong.count(addressGroupOf(http));
      throw new RequestProblem(401, 'the link has expired or was revoked', {
        remedy: 'Ask for a new link.',
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      });
    }
    const isRead = http.req.method === 'GET' || http.req.method === 'HEAD';
    if (!isRead || !isAllowed(http.req.path, share.researchId)) {
      throw new RequestProblem(403, 'the link allows nothing but to read its report', {
        remedy: 'Use a token of the server.',
      });
    }
    http.set('share', share);
    return next();
  };
}

function isAllowed(path: string, researchId: string): boolean {
  const [, encoded] = READING.exec(path) ?? [];
  return path === ITSELF || (encoded !== undefined && encoded === encodeURIComponent(researchId));
}
