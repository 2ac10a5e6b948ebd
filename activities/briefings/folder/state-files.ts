import { join } from 'node:path';
import type { BriefingSlot } from '../../../workflows/contracts/briefing-slot.ts';
import {
  type ActiveThemes,
  activeThemesSchema,
  type ConvictionEntry,
  convictionLogSchema,
} from '../../../workflows/contracts/briefing-state.ts';
import { addDays } from '../../../workflows/domain/briefing/slots.ts';
import { CONTINUITY_FILE, CONVICTION_FILE, THEMES_FILE } from '../briefing-paths.ts';
import { stateFileIn } from './snapshots.ts';
import type { ReadText } from './text-reading.ts';
import { readYaml } from './yaml-reading.ts';

const LOG_DAYS = 14;

/** Which state is read. */
export interface StatePlace {
  readonly folder: string;
  /** Relative to the folder; null: the state of now. */
  readonly snapshot: string | null;
  readonly read: ReadText;
}

/** Null: missing. @throws {BriefingFileError} */
export function readThemes({ folder, snapshot, read }: StatePlace): Promise<ActiveThemes | null> {
  return readYaml(folder, stateFileIn(snapshot, THEMES_FILE), activeThemesSchema, read);
}

/** Null: missing. */
export function readContinuity({ folder, snapshot, read }: StatePlace): Promise<string | null> {
  return read(join(folder, stateFileIn(snapshot, CONTINUITY_FILE)));
}

/** The last 14 days before the slot's day; null: missing. @throws {BriefingFileError} */
export async function readConvictionLog(
  { folder, snapshot, read }: StatePlace,
  { day }: Pick<BriefingSlot, 'day'>,
): Promise<readonly ConvictionEntry[] | null> {
  const log = await readYaml(folder, stateFileIn(snapshot, CONVICTION_FILE), convictionLogSchema, read);
  const first = addDays(day, -LOG_DAYS);
  return log?.entries.filter((entry) => entry.day >= first && entry.day < day) ?? null;
}
