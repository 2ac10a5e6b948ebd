import { join } from 'node:path';
import type { BriefingRecord } from '@plumbline/contracts/briefings/briefing-record';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import {
  type ActiveThemes,
  activeThemesSchema,
  type ConvictionEntry,
  convictionLogSchema,
  isActive,
  type Theme,
} from '@plumbline/contracts/briefings/briefing-state';
import { addDays } from '../../../workflows/domain/briefing/slots.ts';
import { CONTINUITY_FILE, CONVICTION_FILE, THEMES_FILE } from '../briefing-paths.ts';
import { briefingCommand } from './settings-reading.ts';
import { stateFileIn } from './snapshots.ts';
import type { ReadText } from './text-reading.ts';
import { readYaml } from './yaml-reading.ts';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

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

/** Why the themes cannot be relied on, with the way out; null: they can. Minutes that have begun count. */
export function themesFault(
  themes: ActiveThemes | null,
  { time }: Pick<BriefingSlot, 'time'>,
  { folder, maxStateAgeHours }: { readonly folder: string; readonly maxStateAgeHours: number },
): string | null {
  const wayOut = briefingCommand('refresh-state', folder);
  if (themes === null) return `${THEMES_FILE} is missing. Confirm or edit the themes: ${wayOut}`;
  const minutes = Math.ceil((Date.parse(time) - Date.parse(themes.updatedAt)) / MINUTE_MS);
  if (minutes <= maxStateAgeHours * HOUR_MINUTES) return null;
  const age = `${Math.floor(minutes / HOUR_MINUTES)} h ${minutes % HOUR_MINUTES} min`;
  return [
    `The themes in ${THEMES_FILE} were last confirmed at ${themes.updatedAt}, ${age} before the slot's time ${time};`,
    `at most ${maxStateAgeHours} h are allowed. Confirm or edit them: ${wayOut}`,
  ].join(' ');
}

interface NotedState {
  readonly slot: BriefingSlot;
  readonly themes: readonly Theme[];
  readonly continuity: string | null;
  readonly convictionLog: readonly unknown[] | null;
  readonly previous: BriefingRecord | null;
  readonly damaged: readonly string[];
}

/** What of the state is missing or strange, for the header of the output. */
export function stateNotes({ continuity, convictionLog, damaged, ...state }: NotedState): string[] {
  return [
    ...(continuity === null ? [`${CONTINUITY_FILE} is missing.`] : []),
    ...(convictionLog === null ? [`${CONVICTION_FILE} is missing.`] : []),
    ...previousNotes(state),
    ...damaged.map((path) => `The record ${path} is damaged and was left out.`),
  ];
}

function previousNotes({ slot, themes, previous }: Pick<NotedState, 'slot' | 'themes' | 'previous'>): string[] {
  if (previous === null) {
    const isLate = themes.some((theme) => isActive(theme) && theme.firstSeen < slot.day);
    return isLate ? [`There is no earlier output, although themes were first seen before ${slot.day}.`] : [];
  }
  const yesterday = addDays(slot.day, -1);
  const isGap = (slot.kind === 'daily' || slot.kind === 'deep-daily') && previous.slot.day < yesterday;
  return isGap ? [`No output of ${yesterday}; the newest before it is ${previous.slot.day}.`] : [];
}
