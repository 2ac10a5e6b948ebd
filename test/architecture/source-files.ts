import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from './import-rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every source file of the program itself; tests and benches excepted. */
export function readSources(): SourceFile[] {
  return ['workflows', 'activities', 'payloads', 'workers', 'client'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(`${root}${folder}/${name}`, 'utf8') })),
  );
}
