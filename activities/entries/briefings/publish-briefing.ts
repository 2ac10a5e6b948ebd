import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  BriefingActivities,
  PublishBriefingInput,
  PublishedBriefing,
} from '@plumbline/contracts/briefings/briefing-activities';
import type { BlobStore } from '@plumbline/storage/blobs';
import { withCitedQuotes } from '@plumbline/storage/evidence';
import { isMissing } from '@plumbline/storage/files';
import { waitForLock } from '@plumbline/storage/locks';
import { Context } from '@temporalio/activity';
import { outputPathOf, recordPathOf, SETTINGS_FILE } from '../../briefings/briefing-paths.ts';
import type { BriefingCopies } from '../../briefings/writing/briefing-copies.ts';
import { changedThemes, publicationSteps, writing } from '../../briefings/writing/publication-steps.ts';

interface PublishingTools {
  readonly copies: BriefingCopies;
  readonly blobs: Pick<BlobStore, 'getText'>;
}

/** Held while the state of a briefing is written. */
const LOCK_FILE = 'state/.publishing.lock';

/**
 * Writes the output of a slot, its record and the state, each file as a whole and the record last. A retry after a kill goes through
 * all steps again and ends with the same files.
 *
 * @throws {BriefingWriteError} when a file cannot be written
 */
export function createPublishBriefing({ copies, blobs }: PublishingTools): BriefingActivities['publishBriefing'] {
  return async (given) => {
    const { record } = given;
    // A sentence that its author mended cites by address.
    const findings = await withCitedQuotes(blobs, record.findings, record.themes);
    const input = { ...given, record: { ...record, findings: [...findings] } };
    // Writing would make the folder of a disk that is not mounted.
    await writing(input.folder, () => access(join(input.folder, SETTINGS_FILE)));
    // Its two files are no one else's, and it leaves no lock in the state.
    if (input.record.isBackfill) return publish(input, copies);

    const path = join(input.folder, LOCK_FILE);
    const lock = await writing(path, () => waitForLock(path, Context.current().cancellationSignal, () => undefined));
    try {
      return await publish(input, copies);
    } finally {
      lock.release();
    }
  };
}

async function publish(input: PublishBriefingInput, copies: BriefingCopies): Promise<PublishedBriefing> {
  const { slot, isBackfill } = input.record;
  const recordPath = recordPathOf(slot, isBackfill);
  if (!(await isWritten(join(input.folder, recordPath)))) {
    for (const { path, write } of publicationSteps(input, copies)) await writing(path, write);
  }
  return {
    outputPath: outputPathOf(slot, isBackfill),
    recordPath,
    changedThemes: changedThemes(input.record).map(({ themeId }) => themeId),
  };
}

async function isWritten(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
