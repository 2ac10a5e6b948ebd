import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../', import.meta.url);
const GENERATED = '<!-- Written by `npm run docs`';

/** Words of the README and of all pages of `docs/` that are not generated. A word has a letter or a digit. */
export function countWords(): number {
  const pages = readdirSync(new URL('docs/', ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  return ['README.md', ...pages]
    .map((path) => readFileSync(new URL(path, ROOT), 'utf8'))
    .filter((text) => !text.includes(GENERATED))
    .reduce((sum, text) => sum + wordsIn(text), 0);
}

export function wordsIn(text: string): number {
  return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
