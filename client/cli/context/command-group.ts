/** Headings of the program's help, in their order. */
export const CommandGroup = {
  Start: 'Start and follow a run:',
  Converse: 'Ask and talk:',
  Brief: 'Briefings:',
  Look: 'Read and check:',
  Steer: 'Answer and steer a run:',
  Servers: 'Servers:',
  Store: 'Store:',
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
