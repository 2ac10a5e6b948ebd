import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * 12 hex characters that change with everything a replay depends on: the workflow code, how it is bundled, and package.json, which
 * pins the SDK and the version of this package.
 */
export async function loadBuildId(): Promise<string> {
  const names = await readdir(join(PROJECT, 'workflows'), { recursive: true });
  const sources = names.filter((name) => name.endsWith('.ts')).sort();
  const files = ['package.json', 'workers/build/bundle.ts', ...sources.map((name) => join('workflows', name))];
  const contents = await Promise.all(files.map((file) => readFile(join(PROJECT, file))));
  const hash = createHash('sha256');
  for (const [index, file] of files.entries()) {
    hash.update(`${file.replaceAll(sep, '/')}\0${contents[index]?.byteLength}\0`).update(contents[index] ?? '');
  }
  return hash.digest('hex').slice(0, 12);
}
