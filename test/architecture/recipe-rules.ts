import { posix } from 'node:path';
import type { MarkdownFile } from './link-rules.ts';

/** A TypeScript example of a page. */
export interface Recipe {
  readonly page: string;
  /** The file of the project that it shows, by the comment in its first line; empty: it names none. */
  readonly path: string;
  readonly code: string;
}

const BLOCK = /^(?<indent> *)```ts\n(?<code>[\s\S]*?)^ *```$/gmu;
const SHOWN = /^\/\/ (?<path>[\w./-]+\.tsx?)$/mu;
const RELATIVE = /(?<=\bfrom ')\.[^']+(?=')/gu;

export function readRecipes({ path: page, text }: MarkdownFile): Recipe[] {
  return [...text.matchAll(BLOCK)].map(({ groups }) => {
    const { indent = '', code: indented = '' } = groups ?? {};
    const code = indented
      .split('\n')
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
      .join('\n');
    return { page, path: SHOWN.exec(code.split('\n')[0] ?? '')?.groups?.['path'] ?? '', code };
  });
}

/** The examples as files of one folder, by their names: they import each other, and else the files of the project. */
export function filesOf(recipes: readonly Recipe[], folder: string): ReadonlyMap<string, string> {
  const names = new Map(recipes.map(({ path }) => [path, path.replaceAll('/', '--')]));
  return new Map(
    recipes.map(({ path, code }) => [
      names.get(path) ?? '',
      code.replaceAll(RELATIVE, (specifier) => {
        const target = posix.join(posix.dirname(path), specifier);
        return names.has(target) ? `./${names.get(target)}` : posix.relative(folder, target);
      }),
    ]),
  );
}
