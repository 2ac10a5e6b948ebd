import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import type { RequestEnvironment } from '../protocol/problem.ts';
import { loadPageModules, type PageFile, type PageModules } from './page-modules.ts';
import { renderShell } from './page-shell.ts';

/** Addresses of views; the page's own router tells them apart. */
const VIEW =
  /^\/(?:(?:ask|memory)\/?|sessions(?:\/[^/]{0,900})?|briefings(?:\/[^/]{0,900}){0,2}|runs(?:\/[^/]{0,900}(?:\/comparison(?:\/[^/]{0,900})?)?)?)?$/;
const ASSET = /^\/assets\/([^/]+)\/(.+)$/;
const YEAR = 'public, max-age=31536000, immutable';

type Http = Context<RequestEnvironment>;

/** Serves the page: the same document at every view's address, and its modules under the hash of all of them. */
export function servePage(): MiddlewareHandler<RequestEnvironment> {
  let loaded: PageModules | undefined;
  // Loading takes some milliseconds, which a server of the API alone need not spend.
  const modules = () => (loaded ??= loadPageModules());
  const compressed = new Map<PageFile, Buffer>();
  return async (http, next) => {
    if (http.req.method !== 'GET' && http.req.method !== 'HEAD') return next();
    if (VIEW.test(http.req.path)) return sendShell(http, renderShell(modules()));
    const [, version, path] = ASSET.exec(http.req.path) ?? [];
    const file = path === undefined || version !== modules().version ? undefined : modules().files.get(path);
    return file === undefined ? next() : sendFile(http, file, compressed);
  };
}

/** Asked for again at every visit, so that a newer page is seen at once. */
function sendShell(http: Http, shell: string): Response {
  const tag = `"${createHash('sha256').update(shell).digest('hex').slice(0, 16)}"`;
  http.header('cache-control', 'no-cache');
  http.header('etag', tag);
  return http.req.header('if-none-match') === tag ? http.body(null, 304) : http.html(shell);
}

function sendFile(http: Http, file: PageFile, compressed: Map<PageFile, Buffer>): Response {
  http.header('cache-control', YEAR);
  http.header('content-type', file.mediaType);
  http.header('vary', 'accept-encoding');
  if (!file.mediaType.startsWith('text/') || !/\bgzip\b/.test(http.req.header('accept-encoding') ?? '')) {
    return http.body(new Uint8Array(file.read()));
  }
  const bytes = compressed.get(file) ?? gzipSync(file.read());
  compressed.set(file, bytes);
  http.header('content-encoding', 'gzip');
  return http.body(new Uint8Array(bytes));
}
