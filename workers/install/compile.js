// Runs after npm (`postinstall`) and by `npm run build`, under any Node: joins the modules of each process into a few files. Node
// takes half a second to find and link the 1,400 modules of a worker, and a tenth of it for these. Without them the sources run.
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiledNameOf, DIGEST_FILE, digestSources, findCompiled, PROGRAM } from './compiled-program.js';
import { PROJECT } from './installation.js';

/** The sources that start a process or a thread. */
const ENTRIES = [
  'client/cli/main.ts',
  'workers/supervisor.ts',
  'workers/main.ts',
  'workers/build/store-bundle.ts',
  'workers/temporal-cli/temporal-download-process.ts',
  'activities/documents/parse-process.ts',
  'activities/documents/parse-watch.ts',
].filter((entry) => existsSync(join(PROJECT, entry)));

/** Loaded from their own folders: native parts, files beside the code, and the SDK, whose parts must all be the same copy. */
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

/** A compiled module is elsewhere: what it names beside its source stays there, but for what is compiled too. */
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

const made = `${PROGRAM}-${process.pid}`;
try {
  if (ENTRIES.length > 0 && findCompiled(ENTRIES[0]) === undefined) await compile();
} catch (error) {
  const [reason] = error.message.split('\n');
  process.stderr.write(`Could not compile the program, so commands run from its sources: ${reason}\n`);
} finally {
  rmSync(made, { recursive: true, force: true });
}

async function compile() {
  // Loaded here, because a platform may have none.
  const { rolldown } = await import('rolldown');
  const digest = digestSources();
  const build = await rolldown({
    cwd: PROJECT,
    input: Object.fromEntries(ENTRIES.map((entry) => [compiledNameOf(entry), join(PROJECT, entry)])),
    platform: 'node',
    external: EXTERNAL,
    plugins: [placesOfSources],
    logLevel: 'silent',
  });
  const { output } = await build.write({ dir: made, format: 'esm', entryFileNames: '[name]', chunkFileNames: '[name]-[hash].js' });
  await build.close();
  refuseLost(output);
  writeFileSync(join(made, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(made, DIGEST_FILE), digest);
  rmSync(PROGRAM, { recursive: true, force: true });
  renameSync(made, PROGRAM);
}

/** What is neither part of the program nor a package would not be found by it. */
function refuseLost(output) {
  const parts = new Set(output.map(({ fileName }) => fileName));
  const imported = output.flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports]);
  const isPackage = (name) => name.startsWith('node:') || isBuiltin(name) || EXTERNAL.some((pattern) => pattern.test(name));
  const lost = imported.filter((name) => !parts.has(name) && !isPackage(name));
  if (lost.length > 0) throw new Error(`left out: ${[...new Set(lost)].join(', ')}`);
}
