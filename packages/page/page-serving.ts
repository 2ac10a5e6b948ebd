import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize } from 'node:v8';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';

/** Addresses of views; the page's own router tells them apart. */
const VIEW =
  /^\/(?:(?:ask|library|login|memory|settings)\/?|shared\/[^/]{1,900}|sessions(?:\/[^/]{0,900})?|briefings(?:\/[^/]{0,900}){0,2}|runs(?:\/[^/]{0,900}(?:\/comparison(?:\/[^/]{0,900})?)?)?)?$/;
const ASSET = /^\/assets\/([^/]+)\/(.+)$/;
const YEAR = 'public, max-age=31536000, immutable';

/** Serves the page: the same document at every view's address, and its files under one hash of them all. */
export function servePage(): MiddlewareHandler {
  let built: Promise<PageFiles> | undefined;
  // Built when it is first asked for: a server of the API alone need not spend the time.
  const page = (): Promise<PageFiles> =>
    (built ??= buildPage().catch((error: unknown) => {
      built = undefined;
      throw error;
    }));
  const compressed = new Map<PageFile, Buffer>();
  return async (http, next) => {
    if (http.req.method !== 'GET' && http.req.method !== 'HEAD') return next();
    if (VIEW.test(http.req.path)) return sendShell(http, renderShell(await page()));
    const [, version, path] = ASSET.exec(http.req.path) ?? [];
    if (path === undefined) {
      await next();
      // A person has followed a wrong link, or mistyped an address.
      if (http.res.status === 404 && isRead(http) && !http.req.path.startsWith('/api/')) {
        http.res = new Response(renderShell(await page()), { status: 404, headers: http.res.headers });
        http.res.headers.set('content-type', 'text/html; charset=utf-8');
        http.res.headers.delete('content-length');
      }
      return;
    }
    const { version: current, files } = await page();
    const file = version === current ? files.get(path) : undefined;
    return file === undefined ? next() : sendFile(http, file, compressed);
  };
}

/** Asked for by a browser that shows what comes. */
function isRead(http: Context): boolean {
  return /\btext\/html\b/.test(http.req.header('accept') ?? '');
}

/** Asked for again at every visit, so that a newer page is seen at once. */
function sendShell(http: Context, shell: string): Response {
  const tag = `"${createHash('sha256').update(shell).digest('hex').slice(0, 16)}"`;
  http.header('cache-control', 'no-cache');
  http.header('etag', tag);
  return http.req.header('if-none-match') === tag ? http.body(null, 304) : http.html(shell);
}

function sendFile(http: Context, file: PageFile, compressed: Map<PageFile, Buffer>): Response {
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

/** The document of every view: without content of its own, so it is public. */
function renderShell({ version }: Pick<PageFiles, 'version'>): string {
  const at = `/assets/${version}`;
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Plumbline</title>
  <link rel="icon" href="${at}/icon.svg" type="image/svg+xml">
  <link rel="manifest" href="${at}/${MANIFEST}">
  <meta name="theme-color" content="#fbfaf8">
  <link rel="stylesheet" href="${at}/${PAGE_STYLES}">
  <script type="module" src="${at}/${PAGE_SCRIPT}"></script>
</head>
<body>
  <div id="page"><noscript>This page needs JavaScript. The report is also at /api/runs/&lt;id&gt;/report.</noscript></div>
</body>
</html>
`;
}

const SOURCES = fileURLToPath(new URL('./browser', import.meta.url));
/** In an installed package: the version and the files by path, joined when it was packed. */
const PACKED_PAGE = fileURLToPath(new URL('../../made/page', import.meta.url));
const pdfPackage = (): URL => new URL('.', import.meta.resolve('pdfjs-dist/package.json'));
/** Data that pdf.js asks for by name: character maps, fonts, decoders. */
const PDF_FOLDERS = ['cmaps', 'standard_fonts', 'iccs', 'wasm'];
const PDF_WORKER = 'legacy/build/pdf.worker.min.mjs';

/** A file that the page may load, read when it is first asked for. */
interface PageFile {
  readonly mediaType: string;
  readonly read: () => Buffer;
}

/** Everything that a browser may load, by path below the version. */
interface PageFiles {
  /** Changes with every file of the page. */
  readonly version: string;
  readonly files: ReadonlyMap<string, PageFile>;
}

/** The two files that every view loads; what draws PDFs and charts follows when one is to be drawn. */
const PAGE_SCRIPT = 'page.js';
const PAGE_STYLES = 'page.css';
/** By it the page can be installed as a program of its own. */
const MANIFEST = 'plumbline.webmanifest';
const INSTALLED = {
  id: '/',
  name: 'Plumbline',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#fbfaf8',
  theme_color: '#fbfaf8',
  icons: [
    { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
  ],
};

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
  wasm: 'application/wasm',
};

/** Joins the page's modules and style sheets, in memory: it takes a tenth of a second. */
export async function buildPage(): Promise<PageFiles> {
  if (existsSync(PACKED_PAGE)) return unpackPage();
  const own = [
    ...(await bundleScripts()),
    [PAGE_STYLES, joinStyles()] as const,
    ['icon.svg', readSource('icon.svg')] as const,
    [MANIFEST, Buffer.from(JSON.stringify(INSTALLED))] as const,
  ];
  const version = createHash('sha256');
  for (const [path, bytes] of own) version.update(path).update(bytes);
  const served = own.map(([path, bytes]) => [path, { mediaType: mediaTypeOf(path), read: () => bytes }] as const);
  return { version: version.digest('hex').slice(0, 16), files: new Map([...served, ...pdfFiles()]) };
}

function unpackPage(): PageFiles {
  const { version, files } = deserialize(brotliDecompressSync(readFileSync(PACKED_PAGE))) as {
    readonly version: string;
    readonly files: readonly [path: string, bytes: Buffer][];
  };
  return {
    version,
    files: new Map(files.map(([path, bytes]) => [path, { mediaType: mediaTypeOf(path), read: () => bytes }])),
  };
}

async function bundleScripts(): Promise<(readonly [string, Buffer])[]> {
  // Loaded here, because only a server that shows the page needs it.
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: { page: `${SOURCES}/main.tsx` },
    platform: 'browser',
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    resolve: { alias: { 'pdfjs-dist': fileURLToPath(new URL('legacy/build/pdf.min.mjs', pdfPackage())) } },
    logLevel: 'silent',
  });
  const { output } = await build.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    minify: true,
  });
  await build.close();
  return output.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, Buffer.from(part.code)] as const] : []));
}

/** No style sheet depends on the order. */
function joinStyles(): Buffer {
  const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  return Buffer.concat(names.sort().map(readSource));
}

function readSource(name: string): Buffer {
  return readFileSync(`${SOURCES}/${name}`);
}

function pdfFiles(): (readonly [string, PageFile])[] {
  const data = PDF_FOLDERS.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, pdfPackage())).map((name) => posix.join(folder, name)),
  );
  return [PDF_WORKER, ...data].map((path) => {
    const read = once(() => readFileSync(new URL(path, pdfPackage())));
    return [`pdfjs-dist/${path}`, { mediaType: mediaTypeOf(path), read }] as const;
  });
}

function mediaTypeOf(name: string): string {
  return MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
