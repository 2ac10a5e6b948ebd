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
  themeSchema,
} from '@plumbline/contracts/briefings/briefing-state';
import { replaceFile } from '@plumbline/storage/files';
import type { Document } from 'yaml';
import { addDays } from '../../../workflows/domain/briefing/slots.ts';
import { CONTINUITY_FILE, CONVICTION_FILE, STATE_FILES, THEMES_FILE } from '../briefing-paths.ts';
import { briefingCommand, missingFile } from './settings-files.ts';
import { listSnapshots, stateFileIn } from './snapshots.ts';
import { BriefingFileError, exists, type ReadText, readText } from './text-reading.ts';
import { rewriteYaml } from './yaml-document.ts';
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

/** What a person decides about a theme. */
type ThemeChange = Partial<Pick<Theme, 'conviction' | 'status'>>;

interface StateConfirmation {
  /** ISO 8601 with zone. */
  readonly now: string;
  /** By the ids of themes. */
  readonly changes: Readonly<Record<string, ThemeChange>>;
}

const changeSchema = themeSchema.pick({ conviction: true, status: true }).partial();

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
  const wayOut = briefingCommand('themes', folder);
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

/**
 * The themes as a person is asked to confirm them, with the snapshot that they are from, relative to the folder; null: the file
 * itself.
 *
 * @throws {BriefingFileError} if there are none, or they cannot be read
 */
export async function readForRefresh(folder: string) {
  const snapshot = (await exists(join(folder, THEMES_FILE))) ? null : await snapshotWith(folder, THEMES_FILE);
  const themes = await readThemes({ folder, snapshot, read: readText });
  if (themes === null) throw missingFile(folder, THEMES_FILE);
  return { themes, snapshot };
}

/**
 * Writes that a person confirmed the themes, with what was changed. Files of the state that are missing come back from the newest
 * snapshot first.
 *
 * @returns the restored files, relative to the folder
 * @throws {BriefingFileError} if the themes cannot be read or a change cannot be made; then nothing was written
 */
export async function confirmState(
  folder: string,
  { now, changes }: StateConfirmation,
): Promise<{ readonly restored: readonly string[] }> {
  const { themes } = await readForRefresh(folder);
  checkChanges(themes, changes);
  const restored: string[] = [];
  for (const file of STATE_FILES) if (await restore(folder, file)) restored.push(file);
  await rewriteYaml(join(folder, THEMES_FILE), (document) => {
    document.setIn(['updated_at'], new Date(now).toISOString());
    for (const [id, change] of Object.entries(changes))
      apply(
        document,
        themes.themes.findIndex((theme) => theme.id === id),
        change,
      );
  });
  return { restored };
}

function checkChanges({ themes }: ActiveThemes, changes: StateConfirmation['changes']): void {
  const ids = themes.map(({ id }) => id);
  const faults = Object.entries(changes).flatMap(([id, change]) => {
    if (!ids.includes(id)) return [`${THEMES_FILE}: there is no theme ${id}; there are ${ids.join(', ')}`];
    const { error } = changeSchema.safeParse(change);
    return (error?.issues ?? []).map(({ path, message }) => `${THEMES_FILE}: ${id}: ${path.join('.')}: ${message}`);
  });
  if (faults.length > 0) throw new BriefingFileError(faults);
}

function apply(document: Document, index: number, { conviction, status }: ThemeChange): void {
  if (conviction !== undefined) document.setIn(['themes', index, 'conviction'], conviction);
  if (status !== undefined) document.setIn(['themes', index, 'status'], status);
}

async function restore(folder: string, file: string): Promise<boolean> {
  if (await exists(join(folder, file))) return false;
  const snapshot = await snapshotWith(folder, file);
  const text = snapshot === null ? null : await readText(join(folder, stateFileIn(snapshot, file)));
  if (text === null) return false;
  await replaceFile(join(folder, file), text);
  return true;
}

/** What a run left is newer than what it found. */
async function snapshotWith(folder: string, file: string): Promise<string | null> {
  const newestFirst = (await listSnapshots(folder)).toReversed();
  const left = newestFirst.filter(({ moment }) => moment === 'after');
  const found = newestFirst.filter(({ moment }) => moment === 'before');
  for (const { path } of [...left, ...found]) {
    if (await exists(join(folder, stateFileIn(path, file)))) return path;
  }
  return null;
}
