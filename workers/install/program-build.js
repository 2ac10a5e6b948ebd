import { existsSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiledNameOf } from './compiled-program.js';
import { PROJECT } from './installation.js';

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
  'packages/search/index/vector-scan-thread.ts',
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
  /^sqlite-vec/,
  /^unpdf/,
  /^(?:@napi-rs\/)?canvas$/,
];

/** A compiled module is elsewhere: files next to its source stay there, unless they are compiled too. */
const placesOfSources = {
  name: 'places-of-sources',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\.url/ },
    handler(code, id) {
      const place = JSON.stringify(pathToFileURL(id).href);
      const besideSource = code.replaceAll('import.meta.url', place);
      return ENTRIES.reduce((text, entry) => {
        const path = relative(dirname(id), join(PROJECT, entry)).replaceAll(sep, '/');
        const name = path.startsWith('.') ? path : `./${path}`;
        return text.replaceAll(`new URL('${name}', ${place})`, `new URL('./${compiledNameOf(entry)}', import.meta.url)`);
      }, besideSource);
    },
  },
};

/**
 * Joins the modules of every process into a few files.
 *
 * @param {string} folder where they are written; below the project, so that they find its packages
 * @param {readonly object[]} plugins of rolldown, before our own
 */
export async function buildProgram(folder, plugins = []) {
  // Loaded here, because a platform may have none.
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    cwd: PROJECT,
    input: Object.fromEntries(ENTRIES.map((entry) => [compiledNameOf(entry), join(PROJECT, entry)])),
    platform: 'node',
    external: EXTERNAL,
    plugins: [...plugins, placesOfSources],
    logLevel: 'silent',
  });
  const { output } = await build.write({ dir: folder, format: 'esm', entryFileNames: '[name]', chunkFileNames: '[name]-[hash].js' });
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
