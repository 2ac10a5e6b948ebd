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

/** Writes the declarations of sources, and of all that they name. */
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
  const written = new Set<string>();
  for (const source of sources) writeDeclaration(source, folders, written);
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

/** With all names as paths: the packages of the project are in no registry. */
function writeDeclaration(source: string, folders: Folders, written: Set<string>): void {
  if (written.has(source)) return;
  written.add(source);
  const name = source.replace(/\.ts$/u, '.d.ts');
  const text = readFileSync(join(folders.compiled, name), 'utf8').replaceAll(SPECIFIER, (specifier) => {
    const target = sourceOf(specifier, source);
    writeDeclaration(target, folders, written);
    const path = relative(dirname(source), target).replace(/\.ts$/u, '.js');
    return path.startsWith('.') ? path : `./${path}`;
  });
  const path = join(folders.written, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function sourceOf(specifier: string, from: string): string {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  return relative(PROJECT, fileURLToPath(import.meta.resolve(specifier)));
}
