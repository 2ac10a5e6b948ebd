import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';

// Names within the folder of a briefing, with forward slashes.

export const SETTINGS_FILE = 'briefing.yml';
export const THEMES_FILE = 'state/active_themes.yml';
export const CONTINUITY_FILE = 'state/continuity_last7d.md';
export const CONVICTION_FILE = 'state/conviction_log.yml';
export const STATE_FILES = [THEMES_FILE, CONTINUITY_FILE, CONVICTION_FILE] as const;

/** The canonical documents, which every run reads before it searches. */
export const CANON_FILES = {
  methodology: 'METHODOLOGY.md',
  conviction: 'CONVICTION.md',
  taxonomy: 'TAXONOMY.md',
  sources: 'SOURCES.md',
} as const;

const OUTPUT_FOLDERS = {
  daily: 'outputs/daily',
  'deep-daily': 'outputs/daily',
  weekly: 'outputs/weekly',
  'on-demand': 'outputs/on-demand',
} as const;

export const OUTPUTS_FOLDER = 'outputs';
export const BRIEFS_FOLDER = 'outputs/themes';
const SNAPSHOTS_FOLDER = 'state/snapshots';

/** Folder of the outputs of a kind. */
export function outputFolderOf(kind: BriefingSlot['kind']): string {
  return OUTPUT_FOLDERS[kind];
}

/** Markdown of a slot; its record has the same name ending in `.json`. A backfill is written next to the original. */
export function outputPathOf({ kind, slotId }: Pick<BriefingSlot, 'kind' | 'slotId'>, isBackfill: boolean): string {
  return `${OUTPUT_FOLDERS[kind]}/${slotId}${isBackfill ? '-backfill' : ''}.md`;
}

/** Written last: a slot that has one is done. */
export function recordPathOf(slot: Pick<BriefingSlot, 'kind' | 'slotId'>, isBackfill: boolean): string {
  return outputPathOf(slot, isBackfill).replace(/\.md$/u, '.json');
}

export function briefPathOf(themeId: string): string {
  return `${BRIEFS_FOLDER}/${themeId}.md`;
}

/** The state as a slot found it (`before`) or left it (`after`): the state files under their own names, and `themes/` with the briefs. */
export function snapshotPathOf({ slotId }: Pick<BriefingSlot, 'slotId'>, moment: 'before' | 'after'): string {
  return `${SNAPSHOTS_FOLDER}/${slotId}/${moment}`;
}
