import { join } from 'node:path';
import type { BriefingSchedule } from '@plumbline/contracts/briefings/briefing-settings';
import type { BriefingKind } from '@plumbline/contracts/briefings/briefing-slot';
import { SETTINGS_FILE } from '../briefing-paths.ts';
import { cronFault } from './expected-slots.ts';
import { BriefingFileError } from './text-reading.ts';
import { rewriteYaml, snakeCaseOf } from './yaml-rewriting.ts';

const FIELDS = ['cron', 'every', 'jitter', 'catchUp'] as const;

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
