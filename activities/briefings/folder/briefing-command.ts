const PLAIN_WORD = /^[\w./:@%+=-]+$/u;

/** A command on a folder, as people can paste it into a shell. */
export function briefingCommand(name: 'init' | 'refresh-state', folder: string): string {
  const word = PLAIN_WORD.test(folder) ? folder : `'${folder.replaceAll("'", String.raw`'\''`)}'`;
  return `npx plumbline briefing ${name} ${word}`;
}
