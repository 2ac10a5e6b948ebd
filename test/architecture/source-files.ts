import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from './import-rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every source file of the program itself; tests and benches excepted. @param ending of the names, with its dot */
export function readSources(ending = /\.tsx?$/u): SourceFile[] {
  return ['workflows', 'activities', 'payloads', 'workers', 'client'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => ending.test(name))
      .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(`${root}${folder}/${name}`, 'utf8') })),
  );
}
