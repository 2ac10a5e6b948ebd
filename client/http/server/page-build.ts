import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../../page', import.meta.url));
const PDF_PACKAGE = new URL('.', import.meta.resolve('pdfjs-dist/package.json'));
/** Data that pdf.js asks for by name: character maps, fonts, decoders. */
const PDF_FOLDERS = ['cmaps', 'standard_fonts', 'iccs', 'wasm'];
const PDF_WORKER = 'legacy/build/pdf.worker.min.mjs';

/** A file that the page may load, read when it is first asked for. */
export interface PageFile {
  readonly mediaType: string;
  readonly read: () => Buffer;
}

/** Everything that a browser may load, by path below the version. */
export interface PageFiles {
  /** Changes with every file of the page. */
  readonly version: string;
  readonly files: ReadonlyMap<string, PageFile>;
}

/** The two files that every view loads; what draws PDFs and charts follows when one is to be drawn. */
export const PAGE_SCRIPT = 'page.js';
export const PAGE_STYLES = 'page.css';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
};

/** Joins the page's modules and style sheets, in memory: it takes a tenth of a second. */
export async function buildPage(): Promise<PageFiles> {
  const own = [
    ...(await bundleScripts()),
    [PAGE_STYLES, joinStyles()] as const,
    ['icon.svg', readSource('icon.svg')] as const,
  ];
  const version = createHash('sha256');
  for (const [path, bytes] of own) version.update(path).update(bytes);
  const served = own.map(([path, bytes]) => [path, { mediaType: mediaTypeOf(path), read: () => bytes }] as const);
  return { version: version.digest('hex').slice(0, 16), files: new Map([...served, ...pdfFiles()]) };
}

async function bundleScripts(): Promise<(readonly [string, Buffer])[]> {
  // Loaded here, because only a server that shows the page needs it.
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: { page: `${SOURCES}/main.tsx` },
    platform: 'browser',
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    resolve: { alias: { 'pdfjs-dist': fileURLToPath(new URL('legacy/build/pdf.min.mjs', PDF_PACKAGE)) } },
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
    readdirSync(new URL(`${folder}/`, PDF_PACKAGE)).map((name) => posix.join(folder, name)),
  );
  return [PDF_WORKER, ...data].map((path) => {
    const read = once(() => readFileSync(new URL(path, PDF_PACKAGE)));
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
