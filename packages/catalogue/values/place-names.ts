import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { plainText } from './plain-text.ts';

let firstNames: ReadonlyMap<string, string> | undefined;

/** A place for comparison: "München" and "Munich" are the same. */
export function plainPlace(name: string): string {
  firstNames ??= readNames();
  const plain = plainText(name);
  return firstNames.get(plain) ?? plain;
}

/** Whether a text is a name of the list, in any language. */
export function isKnownPlace(name: string): boolean {
  firstNames ??= readNames();
  return firstNames.has(plainText(name));
}

function readNames(): ReadonlyMap<string, string> {
  const lists = z
    .array(z.array(z.string()).min(2))
    .parse(parse(readFileSync(new URL('./place-names.yaml', import.meta.url), 'utf8')));
  return new Map(
    lists.flatMap((names) => names.map((name) => [plainText(name), plainText(names[0] ?? name)] as const)),
  );
}
