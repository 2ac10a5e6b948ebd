import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type BriefingSlot, briefingSlotSchema } from '@plumbline/contracts/briefings/briefing-slot';
import { listFiles, listFolders, readJson, toJson } from '@plumbline/storage/files';
import { BRIEFS_FOLDER, snapshotPathOf, STATE_FILES } from '../briefing-paths.ts';
import { exists, readText } from './text-reading.ts';

const SNAPSHOTS = dirname(dirname(snapshotPathOf({ slotId: 'any' }, 'before')));
/** Tells snapshots apart by time: their names do not. */
const SLOT_FILE = 'slot.json';

/**
 * Path of a file of the state, relative to the folder. @param snapshot relative to the folder; null: the current state
 */
export function stateFileIn(snapshot: string | null, file: string): string {
  if (snapshot === null) return file;
  return dirname(file) === BRIEFS_FOLDER ? `${snapshot}/themes/${basename(file)}` : `${snapshot}/${basename(file)}`;
}

/**
 * Copies the state of a slot, at most once: a later attempt finds the state that the first one found. Atomic: written
 * to a temporary folder, then renamed.
 */
export async function takeSnapshot(folder: string, slot: BriefingSlot, moment: 'before' | 'after'): Promise<void> {
  const target = join(folder, snapshotPathOf(slot, moment));
  if (await exists(target)) return;
  await removeCopies(target);
  const copy = `${target}.${crypto.randomUUID()}.tmp`;
  try {
    await writeCopy(folder, slot, copy);
    await rename(copy, target);
  } catch (error) {
    // Another attempt was faster.
    if (!(await exists(target))) throw error;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** What attempts left behind that were killed. */
async function removeCopies(target: string): Promise<void> {
  const copies = (await listFolders(dirname(target))).filter((name) => name.startsWith(`${basename(target)}.`));
  await Promise.all(copies.map((name) => rm(join(dirname(target), name), { recursive: true, force: true })));
}

export interface Snapshot {
  readonly slot: BriefingSlot;
  readonly moment: 'before' | 'after';
  /** Relative to the folder. */
  readonly path: string;
}

/** All snapshots, oldest first. */
export async function listSnapshots(folder: string): Promise<Snapshot[]> {
  const names = await listFolders(join(folder, SNAPSHOTS));
  const found = await Promise.all(
    names.flatMap((name) => [snapshotAt(folder, name, 'before'), snapshotAt(folder, name, 'after')]),
  );
  return found
    .filter((snapshot) => snapshot !== null)
    .sort((a, b) => timeOf(a) - timeOf(b) || (a.moment === 'before' ? -1 : 1));
}

function timeOf({ slot }: Pick<Snapshot, 'slot'>): number {
  return Date.parse(slot.time);
}

/** The state that a past slot had to begin with, or the nearest known one; null if only the current state is known. */
export async function snapshotForBackfill(folder: string, slot: BriefingSlot): Promise<Snapshot | null> {
  const snapshots = await listSnapshots(folder);
  const own = snapshots.find((one) => one.slot.slotId === slot.slotId && one.moment === 'before');
  const time = timeOf({ slot });
  const earlier = snapshots.findLast((one) => one.moment === 'after' && timeOf(one) < time);
  const later = snapshots.find((one) => one.moment === 'before' && timeOf(one) > time);
  return own ?? earlier ?? later ?? null;
}

async function snapshotAt(folder: string, slotId: string, moment: Snapshot['moment']): Promise<Snapshot | null> {
  const path = snapshotPathOf({ slotId }, moment);
  if (!(await exists(join(folder, path)))) return null;
  const slot =
    (await readJson(join(folder, path, SLOT_FILE), briefingSlotSchema)) ??
    (await readJson(join(folder, snapshotPathOf({ slotId }, 'before'), SLOT_FILE), briefingSlotSchema));
  return slot === null ? null : { slot, moment, path };
}

async function writeCopy(folder: string, slot: BriefingSlot, copy: string): Promise<void> {
  await mkdir(join(copy, 'themes'), { recursive: true });
  const briefs = (await listFiles(join(folder, BRIEFS_FOLDER))).filter((name) => name.endsWith('.md'));
  for (const file of [...STATE_FILES, ...briefs.map((name) => `${BRIEFS_FOLDER}/${name}`)]) {
    const text = await readText(join(folder, file));
    if (text !== null) await writeFile(join(copy, stateFileIn('.', file)), text, { flush: true });
  }
  await writeFile(join(copy, SLOT_FILE), toJson(slot), { flush: true });
}
