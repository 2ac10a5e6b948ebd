import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROJECT } from '../../workers/install/installation.js';

const SPECIFIER = /(?<=\bfrom ['"]|\bimport\(['"])(?:\.{1,2}\/|@plumbline\/)[^'"]+/gu;

/** Where declarations are compiled to, and the folder of those that are kept. */
interface Folders {
  readonly compiled: string;
  readonly written: string;
}

/** All modules in one file, which the file of each source refers to. */
const MODULES = 'modules.d.ts';

/** Writes the declarations of sources, and of all that they name, as two or three files instead of a hundred. */
export function writeDeclarations(sources: readonly string[], folders: Folders): void {
  const config = `${folders.compiled}.tsconfig.json`;
  const compilerOptions = {
    noEmit: false,
    incremental: false,
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: PROJECT,
    outDir: folders.compiled,
    paths: sourcesOfPackages(),
  };
  const files = sources.map((path) => join(PROJECT, path));
  const extended = join(PROJECT, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ extends: extended, compilerOptions, files, include: [] }));
  execFileSync(process.execPath, [join(PROJECT, 'node_modules/typescript/bin/tsc'), '-p', config], {
    stdio: 'inherit',
  });
  const modules = new Map<string, string>();
  for (const source of sources) addModule(source, folders.compiled, modules);
  mkdirSync(folders.written, { recursive: true });
  writeFileSync(join(folders.written, MODULES), [...modules.values()].join('\n'));
  for (const source of sources) {
    const face = `/// <reference path="./${MODULES}" />\nexport * from '${moduleNameOf(source)}';\n`;
    writeFileSync(join(folders.written, `${declarationNameOf(source)}.d.ts`), face);
  }
}

/** Without its ending. */
export function declarationNameOf(source: string): string {
  return source.replace(/\.ts$/u, '').replaceAll('/', '-');
}

/** Nothing else can be called so. */
function moduleNameOf(source: string): string {
  return `plumbline/types/${source.replace(/\.ts$/u, '')}`;
}

/** What comes out of node_modules has no declarations made. */
function sourcesOfPackages(): Record<string, readonly string[]> {
  const folders = ['workflows/contracts', ...readdirSync(join(PROJECT, 'packages')).map((name) => `packages/${name}`)];
  const entries = folders.flatMap((folder) => {
    const { name, exports } = JSON.parse(readFileSync(join(PROJECT, folder, 'package.json'), 'utf8')) as {
      readonly name: string;
      readonly exports: Readonly<Record<string, string>>;
    };
    return Object.entries(exports).map(([key, path]) => [join(name, key), [join(PROJECT, folder, path)]] as const);
  });
  return Object.fromEntries(entries);
}

/** With the names of modules in the place of paths, and with all that it names. */
function addModule(source: string, compiled: string, modules: Map<string, string>): void {
  if (modules.has(source)) return;
  modules.set(source, '');
  const path = join(compiled, source.replace(/\.ts$/u, '.d.ts'));
  const text = readFileSync(path, 'utf8').replaceAll(SPECIFIER, (specifier) => {
    const target = sourceOf(specifier, source);
    addModule(target, compiled, modules);
    return moduleNameOf(target);
  });
  modules.set(
    source,
    `declare module '${moduleNameOf(source)}' {\n${text.replaceAll(/^(export )?declare /gmu, '$1')}}\n`,
  );
}

function sourceOf(specifier: string, from: string): string {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  return relative(PROJECT, fileURLToPath(import.meta.resolve(specifier)));
}
