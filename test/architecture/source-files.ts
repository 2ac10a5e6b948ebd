import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from './import-rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['workflows', 'activities', 'packages', 'payloads', 'workers', 'client'];
/** What is in a folder beside its sources. */
const BESIDE = /(?:^|\/)node_modules\/|^packages\/[^/]+\/test\//u;

/** Every source file of the program itself; tests and benches excepted. @param ending of the names, with its dot */
export function readSources(ending = /\.tsx?$/u): SourceFile[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
    .filter((path) => ending.test(path) && !BESIDE.test(path))
    .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }));
}
