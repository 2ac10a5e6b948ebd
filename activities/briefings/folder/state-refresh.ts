import { join } from 'node:path';
import { type ActiveThemes, type Theme, themeSchema } from '@plumbline/contracts/briefings/briefing-state';
import { replaceFile } from '@plumbline/storage/files';
import type { Document } from 'yaml';
import { STATE_FILES, THEMES_FILE } from '../briefing-paths.ts';
import { missingFile } from './settings-reading.ts';
import { listSnapshots, stateFileIn } from './snapshots.ts';
import { readThemes } from './state-files.ts';
import { BriefingFileError, exists, readText } from './text-reading.ts';
import { rewriteYaml } from './yaml-rewriting.ts';

export interface RefreshableState {
  readonly themes: ActiveThemes;
  /** Path of the snapshot, relative to the folder, where the file is missing; null: the file itself. */
  readonly snapshot: string | null;
}

/** What a person decides about a theme. */
export type ThemeChange = Partial<Pick<Theme, 'conviction' | 'status'>>;

export interface StateConfirmation {
  /** ISO 8601 with zone. */
  readonly now: string;
  /** By the ids of themes. */
  readonly changes: Readonly<Record<string, ThemeChange>>;
}

const changeSchema = themeSchema.pick({ conviction: true, status: true }).partial();

/** The themes as a person is asked to confirm them. @throws {BriefingFileError} if there are none, or they cannot be read */
export async function readForRefresh(folder: string): Promise<RefreshableState> {
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
