import { join } from 'node:path';
import { type Document, isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import type { BriefingSlot } from '../../../workflows/contracts/briefing-slot.ts';
import type { Theme } from '../../../workflows/contracts/briefing-state.ts';
import { snapshotPathOf, THEMES_FILE } from '../briefing-paths.ts';
import { readThemes } from '../folder/state-files.ts';
import { readText } from '../folder/text-reading.ts';
import { rewriteYaml, snakeCased } from '../folder/yaml-rewriting.ts';
import { addedThemes, type ThemeChange, themeChanges } from './theme-changes.ts';

/**
 * Writes what a run may change of the themes: when they were confirmed, their status, tomorrow's focus, the evidence of watchpoints,
 * and new candidates. All else is decided by people and stays, as do their comments.
 *
 * @param after the themes as the run wants them
 * @throws {Error} when the file is missing or no list of themes
 */
export async function updateThemesFile(folder: string, slot: BriefingSlot, after: readonly Theme[]): Promise<void> {
  const found = await readThemes({ folder, snapshot: snapshotPathOf(slot, 'before'), read: readText });
  const present = await readThemes({ folder, snapshot: null, read: readText });
  if (present === null) throw new Error('it is missing; put it back, and the output is finished by itself');

  const versions = { before: found?.themes ?? null, now: present.themes, after };
  await rewriteYaml(join(folder, THEMES_FILE), (document) => {
    // A person or a newer run may have confirmed the themes since.
    if (Date.parse(present.updatedAt) < Date.parse(slot.time)) document.set('updated_at', slot.time);
    for (const change of themeChanges(versions)) applyChange(document, change);
    for (const theme of addedThemes(versions)) addTheme(document, theme);
  });
}

function applyChange(document: Document, { themeId, status, tomorrowsFocus, evidence }: ThemeChange): void {
  const theme = entryOf(document.get('themes'), themeId);
  if (theme === undefined) return;
  if (status !== undefined) theme.set('status', status);
  if (tomorrowsFocus !== undefined) setTexts(document, theme, tomorrowsFocus);
  for (const { watchpointId, evidence: count } of evidence)
    entryOf(theme.get('watchpoints'), watchpointId)?.set('evidence', count);
}

/** Texts that stay keep their comments. */
function setTexts(document: Document, theme: YAMLMap, texts: readonly string[]): void {
  const list = theme.get('tomorrows_focus');
  if (!isSeq(list)) {
    theme.set('tomorrows_focus', document.createNode(texts));
    return;
  }
  const entries = list.items.filter((entry) => isScalar(entry));
  list.items = texts.map((text) => entries.find(({ value }) => value === text) ?? document.createNode(text));
  list.flow = texts.length === 0;
}

function addTheme(document: Document, theme: Theme): void {
  const list = document.get('themes');
  if (!isSeq(list)) return;
  list.flow = false;
  list.add(document.createNode(snakeCased(theme)));
}

function entryOf(list: unknown, id: string): YAMLMap | undefined {
  if (!isSeq(list)) return undefined;
  return list.items.filter((entry) => isMap(entry)).find((entry) => entry.get('id') === id);
}
