import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { CACHE, fileStates, IS_PACKED, PROJECT } from './installation.js';

/** The compiled program: its modules in one folder, and the digest of the sources that they were made from. */
export const PROGRAM = join(CACHE, 'program');
export const DIGEST_FILE = 'digest';

/** Everything that a process of the product loads. */
const FOLDERS = ['activities', 'client', 'packages', 'payloads', 'workers', 'workflows'];

/** The sources that start a process or a thread. */
export const ENTRIES = [
  'client/cli/main.ts',
  'workers/supervisor.ts',
  'workers/main.ts',
  'workers/activity-threads/activity-thread.ts',
  'workers/build/store-bundle.ts',
  'workers/temporal-cli/temporal-download-process.ts',
  'packages/documents/parsing/parse-process.ts',
  'packages/documents/parsing/parse-watch.ts',
  'packages/embedding/embedding-process.ts',
  'packages/search/index/vector-scan-thread.ts',
  'workflows/failure-converter.ts',
  'workflows/payload-converter.ts',
].filter((entry) => existsSync(join(PROJECT, entry)));

/**
 * Loaded from their own folders: native parts, files next to the code, and the SDK, whose parts must all be the same
 * copy.
 */
const EXTERNAL = [
  /^@temporalio\//,
  /^@myriaddreamin\//,
  /^better-sqlite3/,
  /^pdfjs-dist/,
  /^pg-native/,
  /^rolldown/,
  /^sqlite-vec/,
  /^tesseract\.js/,
  /^unpdf/,
  /^(?:@napi-rs\/)?canvas$/,
];

/** A compiled module is elsewhere: files next to its source stay there, unless they are compiled too. */
const placesOfSources = (pathToProject) => ({
  name: 'places-of-sources',
  transform: {
    filter: { id: /\.ts$|\/workers\/install\/[^/]+\.js$/, code: /import\.meta\.url/ },
    handler(code, id) {
      const path = `${pathToProject}/${relative(PROJECT, id)}`.replaceAll(sep, '/');
      const place = `new URL(${JSON.stringify(path)}, import.meta.url).href`;
      const besideSource = code.replaceAll('import.meta.url', place);
      return ENTRIES.reduce((text, entry) => {
        const path = relative(dirname(id), join(PROJECT, entry)).replaceAll(sep, '/');
        const name = path.startsWith('.') ? path : `./${path}`;
        return text.replaceAll(`new URL('${name}', ${place})`, `new URL('./${compiledNameOf(entry)}', import.meta.url)`);
      }, besideSource);
    },
  },
});

/**
 * The compiled form of a source file that starts a process, if it matches the current sources.
 *
 * @param {string} entry path of the source, relative to the project
 * @returns {string | undefined} its path; undefined: run the sources
 */
export function findCompiled(entry) {
  if (IS_PACKED) return join(PROGRAM, compiledNameOf(entry));
  const digest = readIfPresent(join(PROGRAM, DIGEST_FILE));
  if (digest === undefined || digest !== digestSources()) return undefined;
  return join(PROGRAM, compiledNameOf(entry));
}

/** @param {string} entry path of the source, relative to the project, with forward slashes */
export function compiledNameOf(entry) {
  return `${entry.replaceAll('/', '-').replace(/\.ts$/, '')}.js`;
}

/** Changes with the place of the project, which the program knows, and with the code. */
export function digestSources() {
  const states = [PROJECT, ...fileStates(PROJECT, FOLDERS)];
  return createHash('sha256').update(states.join('\0')).digest('hex');
}

function readIfPresent(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** See compiled-program.d.ts. */
export async function buildProgram(folder, { plugins = [], entries = ENTRIES, pathToProject = relative(folder, PROJECT), output: asked } = {}) {
  // Loaded here, because a platform may have none.
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    cwd: PROJECT,
    input: Object.fromEntries(entries.map((entry) => [compiledNameOf(entry), join(PROJECT, entry)])),
    platform: 'node',
    external: EXTERNAL,
    plugins: [...plugins, placesOfSources(pathToProject)],
    logLevel: 'silent',
  });
  const { output } = await build.write({ dir: folder, format: 'esm', entryFileNames: '[name]', chunkFileNames: '[name]-[hash].js', ...asked });
  await build.close();
  refuseLost(output);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
}

/** What is neither part of the program nor a package would not be found by it. */
function refuseLost(output) {
  const parts = new Set(output.map(({ fileName }) => fileName));
  const imported = output.flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports]);
  const isPackage = (name) => name.startsWith('node:') || isBuiltin(name) || EXTERNAL.some((pattern) => pattern.test(name));
  const lost = imported.filter((name) => !parts.has(name) && !isPackage(name));
  if (lost.length > 0) throw new Error(`left out: ${[...new Set(lost)].join(', ')}`);
}
