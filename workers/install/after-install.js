// Runs after npm (`postinstall`), under any Node: makes the installation smaller and every start faster.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCompiled } from './compiled-program.js';
import { CACHE, INSTALLED_NODE } from './installation.js';

await import('./remove-unused.js');
await writeLanguageTable();
await import('./compile.js');
buildWorkflows();

/**
 * Writes eld's table of n-grams as numbers, which packages/language/text/language.ts reads. As a module of 100,000 objects it takes
 * 170 MB and a third of a second in each process that tells languages.
 */
async function writeLanguageTable() {
  const source = new URL('../../node_modules/eld/src/ngrams/medium.js', import.meta.url);
  if (!existsSync(source)) return;
  const { ngramsData } = await import(source.href);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(join(CACHE, 'language-table.bin'), tableOf(ngramsData));
}

/**
 * The number of n-grams; each as a number, in ascending order; where its languages begin; languages and scores in turn; what
 * else eld needs, in JSON.
 */
function tableOf({ type, languages, ngrams }) {
  const entries = Object.entries(ngrams)
    .map(([ngram, scores]) => ({ key: keyOf(ngram), scores: Object.entries(scores).flat().map(Number) }))
    .sort((a, b) => a.key - b.key);
  const starts = new Uint32Array(entries.length + 1);
  for (const [index, { scores }] of entries.entries()) starts[index + 1] = starts[index] + scores.length;
  return Buffer.concat([
    bytesOf(Float64Array.from([entries.length, ...entries.map(({ key }) => key)])),
    bytesOf(starts),
    Uint8Array.from(entries.flatMap(({ scores }) => scores)),
    Buffer.from(JSON.stringify({ type, languages })),
  ]);
}

/** eld's n-grams have up to six characters of one byte. */
function keyOf(ngram) {
  return Buffer.from(ngram, 'latin1').reduce((key, byte) => key * 256 + byte, 0);
}

function bytesOf(numbers) {
  return Buffer.from(numbers.buffer);
}

/** So that the first worker finds them; in a process of its own, because only some Nodes run TypeScript. */
function buildWorkflows() {
  const script = findCompiled('workers/build/store-bundle.ts');
  const node = existsSync(INSTALLED_NODE) ? INSTALLED_NODE : process.execPath;
  if (script !== undefined) spawnSync(node, [script], { stdio: ['ignore', 'ignore', 'inherit'] });
}
