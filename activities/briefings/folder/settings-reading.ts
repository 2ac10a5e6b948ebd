import { type BriefingSettings, briefingSettingsSchema } from '@plumbline/contracts/briefings/briefing-settings';
import { SETTINGS_FILE } from '../briefing-paths.ts';
import { cronFault } from './expected-slots.ts';
import { BriefingFileError, type ReadText, readText } from './text-reading.ts';
import { readYaml } from './yaml-reading.ts';

const PLAIN_WORD = /^[\w./:@%+=-]+$/u;

const checkedSettingsSchema = briefingSettingsSchema.superRefine(({ schedules }, context) => {
  for (const [kind, { cron }] of Object.entries(schedules)) {
    const message = cron === undefined ? null : cronFault(cron);
    if (message !== null) context.addIssue({ code: 'custom', path: ['schedules', kind, 'cron'], message });
  }
});

/** `briefing.yml`. @throws {BriefingFileError} */
export async function readSettings(folder: string, read: ReadText = readText): Promise<BriefingSettings> {
  const settings = await readYaml(folder, SETTINGS_FILE, checkedSettingsSchema, read);
  if (settings === null) throw missingFile(folder, SETTINGS_FILE);
  return settings;
}

/** @param file relative to the folder */
export function missingFile(folder: string, file: string): BriefingFileError {
  const way = `${briefingCommand('init', folder)} writes an example of each missing file, and changes no other`;
  return new BriefingFileError([`${file}: is missing; ${way}`]);
}

/** A command on a folder, as people can paste it into a shell. */
export function briefingCommand(name: 'init' | 'refresh-state', folder: string): string {
  const word = PLAIN_WORD.test(folder) ? folder : `'${folder.replaceAll("'", String.raw`'\''`)}'`;
  return `npx plumbline briefing ${name} ${word}`;
}
