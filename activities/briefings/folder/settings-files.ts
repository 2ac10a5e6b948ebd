import { join } from 'node:path';
import {
  type BriefingSchedule,
  type BriefingSettings,
  briefingSettingsSchema,
} from '@plumbline/contracts/briefings/briefing-settings';
import type { BriefingKind } from '@plumbline/contracts/briefings/briefing-slot';
import { SETTINGS_FILE } from '../briefing-paths.ts';
import { cronFault } from './expected-slots.ts';
import { BriefingFileError, type ReadText, readText } from './text-reading.ts';
import { rewriteYaml, snakeCaseOf } from './yaml-document.ts';
import { readYaml } from './yaml-reading.ts';

const PLAIN_WORD = /^[\w./:@%+=-]+$/u;

const checkedSettingsSchema = briefingSettingsSchema.superRefine(({ schedules }, context) => {
  for (const [kind, { cron }] of Object.entries(schedules)) {
    const message = cron === undefined ? null : cronFault(cron);
    if (message !== null) context.addIssue({ code: 'custom', path: ['schedules', kind, 'cron'], message });
  }
});

const FIELDS = ['cron', 'every', 'jitter', 'catchUp'] as const;

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
export function briefingCommand(name: 'init' | 'themes', folder: string): string {
  const word = PLAIN_WORD.test(folder) ? folder : `'${folder.replaceAll("'", String.raw`'\''`)}'`;
  return `npx plumbline briefing ${name} ${word}`;
}

/**
 * Writes when a kind runs into the settings, or that it does not; everything else stays as it is.
 *
 * @param schedule null: none any more @param timezone of the briefing; undefined: as it is
 * @throws {BriefingFileError} if the times cannot be read; then nothing was written
 */
export async function writeSchedule(
  folder: string,
  kind: BriefingKind,
  schedule: BriefingSchedule | null,
  timezone?: string,
): Promise<void> {
  const fault = schedule?.cron === undefined ? null : cronFault(schedule.cron);
  if (fault !== null) {
    throw new BriefingFileError([`schedules.${kind}.cron "${schedule?.cron ?? ''}": ${fault}; nothing was written`]);
  }
  await rewriteYaml(join(folder, SETTINGS_FILE), (document) => {
    const path = ['schedules', kind];
    if (timezone !== undefined) document.setIn(['timezone'], timezone);
    if (schedule === null) {
      document.deleteIn(path);
      return;
    }
    // Field by field, so that comments next to the fields survive.
    if (!document.hasIn(path)) document.setIn(path, document.createNode({}));
    for (const field of FIELDS) {
      const place = [...path, snakeCaseOf(field)];
      const value = schedule[field];
      if (value === undefined) document.deleteIn(place);
      else document.setIn(place, value);
    }
  });
}
