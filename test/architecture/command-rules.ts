import type { MarkdownFile } from './link-rules.ts';

/** What people may be told to type. */
export interface KnownCommands {
  /** Of `npx plumbline`. */
  readonly commands: ReadonlySet<string>;
  /** Of `npm run`. */
  readonly scripts: ReadonlySet<string>;
}

/** Every command in documentation that does not exist, as `file -> command`. Options are not looked at. */
export function findUnknownCommands(markdown: readonly MarkdownFile[], known: KnownCommands): string[] {
  return markdown.flatMap(({ path, text }) => [
    ...namesAfter(/\bnpx plumbline ([a-z][a-z:-]*)/g, text, known.commands).map(
      (name) => `${path} -> npx plumbline ${name}`,
    ),
    ...namesAfter(/\bnpm run (?:-s )?([a-z][a-z:-]*)/g, text, known.scripts).map(
      (name) => `${path} -> npm run ${name}`,
    ),
  ]);
}

function namesAfter(command: RegExp, text: string, known: ReadonlySet<string>): string[] {
  const names = [...text.matchAll(command)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !known.has(name));
}
