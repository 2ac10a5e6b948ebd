import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { BriefingSlot } from '../../../workflows/contracts/briefing-slot.ts';
import { isMissing } from '../../storage/json-files.ts';
import { BRIEFS_FOLDER, STATE_FILES, snapshotPathOf } from '../briefing-paths.ts';

/** Keeps the state as a slot left it; complete or absent, also after a kill. */
export async function snapshotAfter(folder: string, slot: BriefingSlot): Promise<void> {
  const target = join(folder, snapshotPathOf(slot, 'after'));
  const draft = `${dirname(target)}/.${basename(target)}.tmp`;
  // Of a run that was killed.
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  for (const file of STATE_FILES) await copyIfPresent(join(folder, file), join(draft, basename(file)));
  await copyIfPresent(join(folder, BRIEFS_FOLDER), join(draft, basename(BRIEFS_FOLDER)));
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
}

async function copyIfPresent(from: string, to: string): Promise<void> {
  try {
    await cp(from, to, { recursive: true, filter: (path) => !path.endsWith('.tmp') });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
