import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { PublishBriefingInput } from '@plumbline/contracts/briefings/briefing-activities';
import type { BriefingRecord, ThemeOutput } from '@plumbline/contracts/briefings/briefing-record';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import {
  type ConvictionEntry,
  convictionLogSchema,
  MOST_THEMES,
  type Theme,
} from '@plumbline/contracts/briefings/briefing-state';
import { replaceFile, toJson } from '@plumbline/storage/files';
import { type Document, isMap, isScalar, isSeq, type YAMLMap, YAMLSeq } from 'yaml';
import {
  briefPathOf,
  CONTINUITY_FILE,
  CONVICTION_FILE,
  outputPathOf,
  recordPathOf,
  snapshotPathOf,
  THEMES_FILE,
} from '../briefing-paths.ts';
import { takeSnapshot } from '../folder/snapshots.ts';
import { readThemes } from '../folder/state-files.ts';
import { readText } from '../folder/text-reading.ts';
import { rewriteYaml, snakeCased } from '../folder/yaml-document.ts';
import { readYaml } from '../folder/yaml-reading.ts';
import type { BriefingCopies } from './briefing-copies.ts';
import { renderBriefing } from './briefing-rendering.ts';
import { continuityWith } from './claim-lines.ts';
import { renderThemeBrief } from './theme-brief.ts';

/**
 * A file of a briefing could not be written: the disk is full, the folder is gone, or a person left a file in a state that cannot be
 * rewritten. All of it can be put right, so it is worth a retry, also where the cause alone would not be.
 */
class BriefingWriteError extends Error {
  override readonly name = 'BriefingWriteError';
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`${path} could not be written: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.path = path;
  }
}

/** One file or folder that is written as a whole. Doing it again, also after later steps, changes nothing. */
export interface PublicationStep {
  /** Absolute. */
  readonly path: string;
  readonly write: () => Promise<void>;
}

/** The record comes last: a slot that has one is done. A backfill writes its own two files and no state. */
export function publicationSteps(input: PublishBriefingInput, copies: BriefingCopies): PublicationStep[] {
  const { folder, record } = input;
  const { slot, isBackfill } = record;
  const step = (file: string, write: (path: string) => Promise<void>): PublicationStep => {
    const path = join(folder, file);
    return { path, write: () => write(path) };
  };
  return [
    step(outputPathOf(slot, isBackfill), (path) => replaceFile(path, renderBriefing(record))),
    ...(isBackfill ? [] : stateSteps(input, step)),
    step(recordPathOf(slot, isBackfill), () => copies.keep(folder, record)),
    step(recordPathOf(slot, isBackfill), (path) => replaceFile(path, toJson(record))),
  ];
}

function stateSteps(
  { folder, record, themes, convictionEntries }: PublishBriefingInput,
  step: (file: string, write: (path: string) => Promise<void>) => PublicationStep,
): PublicationStep[] {
  const { slot } = record;
  const brief = (output: ThemeOutput): PublicationStep[] => {
    const theme = themes.find(({ id }) => id === output.themeId);
    if (theme === undefined) return [];
    return [
      step(briefPathOf(theme.id), async (path) =>
        replaceFile(path, renderThemeBrief(theme, output, record, await readText(path))),
      ),
    ];
  };
  return [
    ...changedThemes(record).flatMap(brief),
    step(THEMES_FILE, () => updateThemesFile(folder, slot, themes)),
    step(CONVICTION_FILE, () => updateConvictionFile(folder, convictionEntries)),
    step(CONTINUITY_FILE, async (path) => replaceFile(path, continuityWith(record, await readText(path)))),
    step(snapshotPathOf(slot, 'after'), () => takeSnapshot(folder, slot, 'after')),
  ];
}

/** Adds the entries of a day, replacing entries of the same day and theme. Creates a missing log. */
async function updateConvictionFile(folder: string, entries: readonly ConvictionEntry[]): Promise<void> {
  if (entries.length === 0) return;
  // Says file, line and field where the log does not fit; the edit below could only say that it failed.
  await readYaml(folder, CONVICTION_FILE, convictionLogSchema);
  await rewriteYaml(join(folder, CONVICTION_FILE), (document) => {
    const list = listIn(document);
    for (const entry of entries) putEntry(document, list, entry);
  });
}

function listIn(document: Document): YAMLSeq {
  const list = document.get('entries');
  if (isSeq(list)) {
    // An empty list is written as `[]`.
    if (list.items.length === 0) list.flow = false;
    return list;
  }
  const begun = new YAMLSeq(document.schema);
  document.set('entries', begun);
  return begun;
}

function putEntry(document: Document, list: YAMLSeq, entry: ConvictionEntry): void {
  const known = list.items
    .filter((item) => isMap(item))
    .find((item) => item.get('day') === entry.day && item.get('theme') === entry.theme);
  if (known === undefined) {
    list.add(document.createNode(snakeCased(entry), { flow: true }));
    return;
  }
  for (const [key, value] of Object.entries(entry)) known.set(key, value);
}

/**
 * Writes what a run may change of the themes: when they were confirmed, their status, tomorrow's focus, the evidence of watchpoints,
 * and new candidates. All else is decided by people and stays, as do their comments.
 *
 * @param after the themes as the run wants them
 * @throws {Error} when the file is missing or no list of themes
 */
async function updateThemesFile(folder: string, slot: BriefingSlot, after: readonly Theme[]): Promise<void> {
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

/** What a run changes of a theme that a file lists; what is absent stays as it is. */
interface ThemeChange {
  readonly themeId: string;
  readonly status?: Theme['status'];
  readonly tomorrowsFocus?: readonly string[];
  readonly evidence: readonly { readonly watchpointId: string; readonly evidence: number }[];
}

export interface ThemeVersions {
  /** As the run found them; null: unknown. */
  readonly before: readonly Theme[] | null;
  /** As they are now: a person or another run may have changed them meanwhile. */
  readonly now: readonly Theme[];
  /** As the run wants them. */
  readonly after: readonly Theme[];
}

/**
 * What of a run's changes still applies. A field that somebody else changed meanwhile stays as they left it, and a theme that a
 * person removed is not brought back.
 */
export function themeChanges({ before, now, after }: ThemeVersions): ThemeChange[] {
  return now.flatMap((theme) => {
    const wanted = after.find(({ id }) => id === theme.id);
    if (wanted === undefined) return [];
    const found = before?.find(({ id }) => id === theme.id);
    // Not found before, and listed now: somebody added it, or this run did before it was killed.
    if (before !== null && found === undefined) return [];
    const change = {
      themeId: theme.id,
      ...fieldChanges(found, theme, wanted),
      evidence: evidenceOf(found, theme, wanted),
    };
    return Object.keys(change).length > 2 || change.evidence.length > 0 ? [change] : [];
  });
}

/** Candidates that the run found and that are not listed yet, as far as the file has room. */
export function addedThemes({ before, now, after }: ThemeVersions): Theme[] {
  const known = new Set([...(before ?? []), ...now].map(({ id }) => id));
  const found = after.filter(({ id, status }) => status === 'candidate' && !known.has(id));
  // A file with more themes than it may have would halt the next run.
  return found.slice(0, Math.max(0, MOST_THEMES - now.length));
}

function fieldChanges(
  before: Theme | undefined,
  now: Theme,
  after: Theme,
): Pick<ThemeChange, 'status' | 'tomorrowsFocus'> {
  const status = merged(before?.status, now.status, after.status);
  const tomorrowsFocus = merged(before?.tomorrowsFocus, now.tomorrowsFocus, after.tomorrowsFocus);
  return { ...(status !== undefined && { status }), ...(tomorrowsFocus !== undefined && { tomorrowsFocus }) };
}

function evidenceOf(before: Theme | undefined, now: Theme, after: Theme): ThemeChange['evidence'] {
  const evidenceIn = (theme: Theme | undefined, watchpointId: string): number | undefined =>
    theme?.watchpoints.find(({ id }) => id === watchpointId)?.evidence;
  return now.watchpoints.flatMap(({ id, evidence: present }) => {
    const wanted = evidenceIn(after, id);
    const evidence = wanted === undefined ? undefined : merged(evidenceIn(before, id), present, wanted);
    return evidence === undefined ? [] : [{ watchpointId: id, evidence }];
  });
}

/** The value to write; undefined: the present one stays. */
function merged<Value>(before: Value | undefined, now: Value, after: Value): Value | undefined {
  const isUntouched = before === undefined || isDeepStrictEqual(before, now);
  return isUntouched && !isDeepStrictEqual(now, after) ? after : undefined;
}

/** Themes on which an output says something new. */
export function changedThemes({ themes }: Pick<BriefingRecord, 'themes'>): ThemeOutput[] {
  const isQuiet = ({ delta }: ThemeOutput) => delta === 'ongoing' || delta === 'stale';
  return themes.filter((theme) => !isQuiet(theme) || theme.claims.some(({ mark }) => mark !== 'kept'));
}

/** @throws {BriefingWriteError} that names the path, which the errors of a full disk do not */
export async function writing<Result>(path: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    throw new BriefingWriteError(path, error);
  }
}
