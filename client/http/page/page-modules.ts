import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** A file that the page may load, read when it is first asked for. */
export interface PageFile {
  readonly mediaType: string;
  readonly read: () => Buffer;
}

/** Everything that a browser may load, by path below the version. */
export interface PageModules {
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

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ts: 'text/javascript; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
};

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
