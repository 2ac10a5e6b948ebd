// npm run pack: makes the package that is published, without sources, in dist/package, and dist/plumbline-<version>.tgz of it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serialize } from 'node:v8';
import { brotliCompress, constants } from 'node:zlib';
import { buildPage } from '@plumbline/page/page-serving';
import { build } from 'rolldown';
import { loadBuildId, loadWorkerBuildId, PACKED_IDS } from '../../workers/build/build-id.ts';
import { buildBundle, PACKED_BUNDLES } from '../../workers/build/bundle.ts';
import { buildProgram, compiledNameOf, ENTRIES } from '../../workers/install/compiled-program.js';
import { CACHE, PROJECT } from '../../workers/install/installation.js';
import { writeDeclarations } from './declarations.ts';
import { faces, packedManifest, WORKFLOWS_MODULE } from './manifest.ts';
import { inlineFacades, withoutDeadLinks } from './shrunk.ts';
import { thirdPartyLicences } from './third-party.ts';

const DIST = join(PROJECT, 'dist');
const PACKAGE = join(DIST, 'package');
const MADE = join(PACKAGE, 'made');
const WORKFLOWS = 'workflows/index.ts';
/** Runs as it is. */
const COPIED = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'client/cli/plumbline.js',
  'client/configuration/plumbline.schema.json',
  'docs/plumbline.1',
  'workers/install/compiled-program.js',
  'workers/install/installation.js',
];
/** Of pdf.js: the page runs no scripts of documents, and its policy lets it compile nothing, so that decoders are scripts. */
const UNUSED_BY_PAGE = /\/quickjs-eval\.|\.wasm$/u;
/** Loads no other module when it runs. */
const LEAF = /^(?!(?:[\s\S]*\n)?(?:import(?! type\b)|export [^;=]* from)\b)/u;
const LARGEST_LEAF = 6_000;
/** Read by the program, from beside the code that reads them. */
const DATA = /^(?:activities|packages)\/.*(?<!\/README)\.(?:md|typ|ya?ml)$/u;
const WITHOUT_DATA = /(?:^|\/)test\//u;

/** Reports are shown without them; the names of all take half a megabyte. */
const withoutEmoji = {
  name: 'without-emoji',
  resolveId: (id: string) => (id === 'node-emoji' ? id : null),
  load: (id: string) => (id === 'node-emoji' ? 'export const get = () => undefined;' : null),
};

rmSync(DIST, { recursive: true, force: true });
mkdirSync(MADE, { recursive: true });
await Promise.all([makeProgram(), makeWorkflows(), makePage()]);
writeDeclarations(faces(), { compiled: join(DIST, 'types'), written: join(PACKAGE, 'types') });
const data = ['activities', 'packages']
  .flatMap(filesBelow)
  .filter((path) => DATA.test(path) && !WITHOUT_DATA.test(path));
for (const path of [...COPIED, ...data]) cpSync(join(PROJECT, path), join(PACKAGE, path));
writeFileSync(
  join(PACKAGE, 'README.md'),
  withoutDeadLinks(readFileSync(join(PROJECT, 'README.md'), 'utf8'), new Set([...COPIED, ...data])),
);
await writeCompressed('language-table.br', readFileSync(join(CACHE, 'language-table.bin')));
writeFileSync(join(PACKAGE, 'THIRD-PARTY-LICENSES.txt'), thirdPartyLicences());
writeFileSync(join(PACKAGE, 'package.json'), `${JSON.stringify(packedManifest(), undefined, 2)}\n`);
execFileSync('npm', ['pack', PACKAGE, '--pack-destination', DIST], { stdio: ['ignore', 'inherit', 'inherit'] });

/** For each process what it loads, and what the code of others imports; its workflows are apart, for their bundlers. */
async function makeProgram(): Promise<void> {
  const entries = [...ENTRIES, ...faces().filter((face) => face !== WORKFLOWS)];
  // Names stay: errors are known by them, and traces are read by them.
  const minify = { compress: { keepNames: { function: true, class: true } }, mangle: { keepNames: true } };
  // A file for each small module that several processes share would be a hundred files more.
  const small = { name: 'small', test: isLeaf, maxModuleSize: LARGEST_LEAF, minShareCount: 2 };
  const output = { minify, codeSplitting: { groups: [small] } };
  await buildProgram(join(MADE, 'program'), { entries, pathToProject: '../..', output, plugins: [withoutEmoji] });
  inlineFacades(join(MADE, 'program'), new Set(entries.map(compiledNameOf)));
}

function isLeaf(id: string): boolean {
  return id.startsWith(PROJECT) && id.endsWith('.ts') && LEAF.test(readFileSync(id, 'utf8'));
}

/** As they are run, for both settings of encryption; and as a module that a team's own bundle may take. */
async function makeWorkflows(): Promise<void> {
  const ids = { workflows: await loadBuildId(), workers: await loadWorkerBuildId() };
  writeFileSync(join(MADE, PACKED_IDS), JSON.stringify(ids));
  const bundles = [await buildBundle({ encrypts: false }), await buildBundle({ encrypts: true })];
  const [plain, encrypting] = bundles.map(({ code }) => code);
  await writeCompressed(PACKED_BUNDLES, { plain, encrypting });
  await build({
    input: join(PROJECT, WORKFLOWS),
    platform: 'neutral',
    external: /^@temporalio\//u,
    resolve: { mainFields: ['module', 'main'] },
    logLevel: 'silent',
    output: { file: join(MADE, WORKFLOWS_MODULE), format: 'esm', minify: { compress: false, mangle: false } },
  });
}

async function makePage(): Promise<void> {
  const { version, files } = await buildPage();
  const needed = [...files].filter(([path]) => !UNUSED_BY_PAGE.test(path)).map(([path, file]) => [path, file.read()]);
  await writeCompressed('page', { version, files: needed });
}

/** Brotli sees far enough back to keep what two bundles have in common once; the archive's own compression does not. */
async function writeCompressed(name: string, value: unknown): Promise<void> {
  const bytes = value instanceof Uint8Array ? value : serialize(value);
  const { BROTLI_PARAM_LGWIN: window, BROTLI_PARAM_SIZE_HINT: size } = constants;
  writeFileSync(
    join(MADE, name),
    await promisify(brotliCompress)(bytes, { params: { [window]: 24, [size]: bytes.length } }),
  );
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
}
