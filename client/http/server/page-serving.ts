import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import type { RequestEnvironment } from '../../service/problem.ts';

const SOURCE_FOLDER = fileURLToPath(new URL('../../page', import.meta.url));

/** Modules that the page imports by name, each a single file of its package. */
const PACKAGE_MODULES: Readonly<Record<string, string>> = {
  preact: 'preact/dist/preact.mjs',
  'preact/hooks': 'preact/hooks/dist/hooks.mjs',
  chartist: 'chartist/dist/index.js',
  'pdfjs-dist': 'pdfjs-dist/legacy/build/pdf.min.mjs',
  'pdfjs-dist/worker': 'pdfjs-dist/legacy/build/pdf.worker.min.mjs',
};
/** Data that pdf.js asks for by name: character maps, fonts, decoders. */
const PDF_FOLDERS = ['cmaps', 'standard_fonts', 'iccs', 'wasm'];
const PACKAGES = new URL('.', import.meta.resolve('pdfjs-dist/package.json')).href.replace(/pdfjs-dist\/$/, '');

const IMPORTED_NAME = /(?<=\b(?:from|import)\s{0,9}(?:\(\s{0,9})?)(["'])([a-z][a-z0-9/-]*)\1/g;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ts: 'text/javascript; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
};

/** Addresses of views; the page's own router tells them apart. */
const VIEW =
  /^\/(?:(?:ask|memory)\/?|sessions(?:\/[^/]{0,900})?|briefings(?:\/[^/]{0,900}){0,2}|runs(?:\/[^/]{0,900}(?:\/comparison(?:\/[^/]{0,900})?)?)?)?$/;
const ASSET = /^\/assets\/([^/]+)\/(.+)$/;
const YEAR = 'public, max-age=31536000, immutable';

type Http = Context<RequestEnvironment>;

/** Serves the page: the same document at every view's address, and its modules under one hash of them all. */
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

/** The document of every view: without content of its own, so it is public. */
function renderShell({ version, first, styles }: Pick<PageModules, 'version' | 'first' | 'styles'>): string {
  const at = `/assets/${version}`;
  const preloads = first.map((path) => `  <link rel="modulepreload" href="${at}/${path}">`).join('\n');
  const sheets = styles.map((path) => `  <link rel="stylesheet" href="${at}/${path}">`).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Plumbline</title>
  <link rel="icon" href="${at}/page/icon.svg" type="image/svg+xml">
${sheets}
${preloads}
  <script type="module" src="${at}/page/main.ts"></script>
</head>
<body>
  <div id="page"><noscript>This page needs JavaScript. The report is also at /api/runs/&lt;id&gt;/report.</noscript></div>
</body>
</html>
`;
}

/** A file that the page may load, read when it is first asked for. */
interface PageFile {
  readonly mediaType: string;
  readonly read: () => Buffer;
}

/** Everything that a browser may load, by path below the version. */
interface PageModules {
  /** Changes with every file of the page. */
  readonly version: string;
  readonly files: ReadonlyMap<string, PageFile>;
  /** Modules that the first view needs, by path. */
  readonly first: readonly string[];
  /** Style sheets, by path; none depends on the order. */
  readonly styles: readonly string[];
}

/** Reads the page's source. Types are taken out of it by Node itself, so there is nothing to build. */
export function loadPageModules(folder = SOURCE_FOLDER): PageModules {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(ts|css|svg)$/.test(name),
  );
  const own = names.sort().map((name) => [`page/${name}`, ownFile(folder, name)] as const);
  const packages = Object.values(PACKAGE_MODULES).map((path) => [`packages/${path}`, packageFile(path)] as const);
  const version = createHash('sha256');
  for (const [path, file] of own) version.update(path).update(file.read());
  for (const [, file] of packages) version.update(file.read());
  return {
    version: version.digest('hex').slice(0, 16),
    files: new Map([...own, ...packages, ...pdfData()]),
    first: [...own, ...packages].map(([path]) => path).filter(isFirst),
    styles: own.map(([path]) => path).filter((path) => path.endsWith('.css')),
  };
}

/** What draws PDFs and charts is loaded when one is to be drawn. */
function isFirst(path: string): boolean {
  return /\.(ts|mjs)$/.test(path) && !/pdf|chart/.test(path);
}

function ownFile(folder: string, name: string): PageFile {
  const source = readFileSync(`${folder}/${name}`);
  if (!name.endsWith('.ts')) return { mediaType: mediaTypeOf(name), read: () => source };
  const up = '../'.repeat(name.split('/').length);
  const text = pointToPackages(stripTypes(source.toString('utf8')), `${up}packages/`);
  const module = Buffer.from(text);
  return { mediaType: mediaTypeOf(name), read: () => module };
}

function packageFile(path: string): PageFile {
  const up = '../'.repeat(path.split('/').length - 1);
  const isSmall = path.startsWith('preact');
  const read = once(() => {
    const bytes = readFileSync(new URL(path, PACKAGES));
    return isSmall ? Buffer.from(pointToPackages(bytes.toString('utf8'), up)) : bytes;
  });
  return { mediaType: mediaTypeOf(path), read };
}

function pdfData(): (readonly [string, PageFile])[] {
  return PDF_FOLDERS.flatMap((folder) =>
    readdirSync(new URL(`pdfjs-dist/${folder}/`, PACKAGES)).map((name) => {
      const path = posix.join('pdfjs-dist', folder, name);
      return [`packages/${path}`, packageFile(path)] as const;
    }),
  );
}

/** Browsers know no package names. */
function pointToPackages(code: string, base: string): string {
  return code.replaceAll(IMPORTED_NAME, (written, quote: string, name: string) => {
    const path = PACKAGE_MODULES[name];
    return path === undefined ? written : `${quote}${base}${path}${quote}`;
  });
}

/** Without the warning that this is experimental: Node runs all of this program in the same way. */
function stripTypes(source: string): string {
  const warn = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = warn;
  }
}

function mediaTypeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return MEDIA_TYPES[ending] ?? 'application/octet-stream';
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
