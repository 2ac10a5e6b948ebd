/** Prints the regular expressions that modules put together while they are loaded, as JSON. Runs in a process of its own. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pattern } from './pattern-rules.ts';
import { readSources } from './source-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const found: Pattern[] = [];

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, given, newTarget) {
    const pattern: RegExp = Reflect.construct(target, given, newTarget);
    const place = new Error('where').stack
      ?.split('\n')
      .find((line) => line.includes('.ts:') && !line.includes(import.meta.filename));
    if (place !== undefined) found.push({ path: placeOf(place), source: pattern.source, flags: pattern.flags });
    return pattern;
  },
});

function placeOf(line: string): string {
  return relative(root, line.slice(line.indexOf(root)).split(':')[0] ?? line);
}

const putsTogether = /\bRegExp\(|word-pattern/;
for (const { path, text } of readSources()) {
  if (/^(?:activities|packages|workflows)\//.test(path) && putsTogether.test(text)) await import(`${root}${path}`);
}
process.stdout.write(JSON.stringify(found));
