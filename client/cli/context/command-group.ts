import type { Command } from 'commander';

/** Headings of the program's help, in their order. */
export const CommandGroup = {
  Ask: 'Ask and chat:',
  Research: 'Research:',
  Sources: 'Sources:',
  Brief: 'Briefing:',
  Manage: 'Manage:',
} as const;
export type CommandGroup = (typeof CommandGroup)[keyof typeof CommandGroup];

const ORDER: readonly string[] = Object.values(CommandGroup);

/** Help of the argument that names a run. */
export const RUN_ID = 'id of the run; its beginning or end is enough';

/** Place of a group in the help; unknown groups come last. */
export function groupOrder(group: string): number {
  const place = ORDER.indexOf(group);
  return place === -1 ? ORDER.length : place;
}

/** The options that every help shows; `--help --all` shows the others as well. README and recipes use no other. */
const SHOWN: ReadonlySet<string> = new Set(
  `json quiet yes user corpus include exclude web provider since catalogue session full require-model id detach preset
   approve-plan clarify model max-model-calls max-money max-time watch decisions awaiting sessions path format out force
   section partial against question skip approve plan add-task drop-task name without-report from days left-out to host port
   briefing token-file foreground unused restore kind cron again pause remove unset`
    .split(/\s+/u)
    .map((name) => `--${name}`),
);

/** Hides the rare options of a command and of those below it. */
export function hideRareOptions(command: Command): void {
  for (const option of command.parent === null ? [] : command.options)
    option.hidden = option.hidden || !SHOWN.has(option.long ?? '');
  if (command.options.some(({ hidden }) => hidden)) command.addHelpText('after', '\nMore options: --help --all');
  command.commands.forEach(hideRareOptions);
}

/** Commands and parts of commands that had another name, and what to type today. */
const FORMER: ReadonlyMap<string, string> = new Map([
  ['approve', 'answer --approve'],
  ['cancel', 'finish --without-report'],
  ['codec', 'serve --codec'],
  ['compare', 'report <id> --against <other id>'],
  ['export', 'report <id> --format <name>'],
  ['extend', 'steer --max-model-calls 800'],
  ['feedback', 'ask "/unhelpful <note>" --session <id>'],
  ['gc', 'delete --unused'],
  ['rename', 'steer <id> --name "…"'],
  ['restore', 'backup --restore <folder>'],
  ['retry', 'resume'],
  ['sessions', 'list --sessions'],
  ['skip', 'answer --skip'],
  ['temporal', 'up --server-only'],
  ['model add', 'model'],
  ['model remove', 'model --remove'],
  ['memory export', 'memory list --json'],
  ['memory query', 'memory list "…"'],
  ['memory reinforce', 'memory add "…" --again <id>'],
  ['memory verify', 'memory add "…" --dry-run'],
  ['briefing backfill', 'briefing run <folder> --again <day>'],
  ['briefing pause', 'briefing schedule <folder> --pause'],
  ['briefing refresh-state', 'briefing themes <folder>'],
]);

/** What to type instead of a command of before. */
export function presentNameOf([command = '', part = '']: readonly string[]): string | undefined {
  return FORMER.get(command) ?? FORMER.get(`${command} ${part}`);
}
