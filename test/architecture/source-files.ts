import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from './import-rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['workflows', 'activities', 'packages', 'payloads', 'workers', 'client'];
/** What is in a folder beside its sources. */
const BESIDE = /(?:^|\/)node_modules\/|^packages\/[^/]+\/test\//u;
const OF_TESTS = /^packages\/[^/]+\/test\/.*\.ts$/u;

/** Every source file of the program itself; tests and benches excepted. @param ending of the names, with its dot */
export function readSources(ending = /\.tsx?$/u): SourceFile[] {
  return FOLDERS.flatMap(pathsBelow)
    .filter((path) => ending.test(path) && !BESIDE.test(path))
    .map(readSource);
}

/** Every file of the tests that lie in packages. */
export function readPackageTests(): SourceFile[] {
  return pathsBelow('packages')
    .filter((path) => OF_TESTS.test(path))
    .map(readSource);
}

function pathsBelow(folder: string): string[] {
  return readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`);
}

function readSource(path: string): SourceFile {
  return { path, text: readFileSync(`${root}${path}`, 'utf8') };
}
