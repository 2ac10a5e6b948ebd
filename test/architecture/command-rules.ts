import type { MarkdownFile } from './link-rules.ts';

/** What people may be told to type. */
export interface KnownCommands {
  /** Of `npx plumbline`, with the long names of its options; a subcommand is `briefing init`. */
  readonly commands: ReadonlyMap<string, ReadonlySet<string>>;
  /** Of `npm run`. */
  readonly scripts: ReadonlySet<string>;
}

/** A command up to the end of its line, of its code span or of its cell, or to a comment or another program. */
const COMMAND = /\bnpx plumbline (?<name>[a-z][a-z:-]*)(?: (?<second>[a-z][a-z-]*))?(?<rest>[^\n`|#]*)/gu;
const OPTION = /(?<=\s)--[a-z][a-z-]*/gu;
/** Of every command. */
const COMMON = new Set(['--help', '--version']);

/** Every command in documentation that does not exist, or has no such option, as `file -> command`. */
export function findUnknownCommands(markdown: readonly MarkdownFile[], known: KnownCommands): string[] {
  return markdown.flatMap(({ path, text }) =>
    [...new Set([...unknownCommands(text, known), ...unknownScripts(text, known)])].map((each) => `${path} -> ${each}`),
  );
}

function unknownCommands(text: string, { commands }: KnownCommands): string[] {
  return [...text.matchAll(COMMAND)].flatMap(({ groups }) => {
    const { name = '', second = '', rest = '' } = groups ?? {};
    const command = commands.has(`${name} ${second}`) ? `${name} ${second}` : name;
    const options = commands.get(command);
    if (options === undefined) return [`npx plumbline ${name}`];
    return [...` ${second} ${rest}`.matchAll(OPTION)]
      .map(([option]) => option)
      .filter((option) => !options.has(option) && !COMMON.has(option))
      .map((option) => `npx plumbline ${command} ${option}`);
  });
}

function unknownScripts(text: string, { scripts }: KnownCommands): string[] {
  return [...text.matchAll(/\bnpm run (?:-s )?(?<name>[a-z][a-z:-]*)/gu)]
    .map(({ groups }) => groups?.['name'] ?? '')
    .filter((name) => !scripts.has(name))
    .map((name) => `npm run ${name}`);
}
