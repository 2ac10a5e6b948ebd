import { join, resolve } from 'node:path';
import type { BriefingActivities, ReadCanon, ReadCanonInput } from '@plumbline/contracts/briefings/briefing-activities';
import type { ContextDocument } from '@plumbline/contracts/briefings/briefing-canon';
import { isActive } from '@plumbline/contracts/briefings/briefing-state';
import { isBucketAddress, mergePlaces, toCorpus } from '@plumbline/contracts/common/file-selection';
import { placeAt } from '@plumbline/folders/file-selection';
import { briefPathOf, outputPathOf, OUTPUTS_FOLDER } from '../../briefings/briefing-paths.ts';
import { readCanonicalDocuments } from '../../briefings/folder/canon-reading.ts';
import { createEarlierRecords } from '../../briefings/folder/records.ts';
import { readSettings } from '../../briefings/folder/settings-files.ts';
import { snapshotForBackfill, stateFileIn } from '../../briefings/folder/snapshots.ts';
import { exists, type ReadText, readText } from '../../briefings/folder/text-reading.ts';

const WEEKLIES = 3;

/**
 * Reads the corpus in the order of its priorities, each part when the one before is complete.
 *
 * @throws {BriefingFileError} if a canonical document is missing or cannot be read
 */
export function createReadCanon(read: ReadText = readText): BriefingActivities['readCanon'] {
  return async (input) => {
    const { folder, slot, themes } = input;
    const canon = await readCanonicalDocuments({ folder, kind: slot.kind, themes }, read);
    const themeBriefs = await readBriefs(input, read);
    const weeklies = await readWeeklies(input, read);
    const dailies = await readDailies(input, read);
    return { canon, themeBriefs, weeklies, dailies, ...(await corpusOf(folder, read)) };
  };
}

async function readBriefs(
  { folder, slot, isBackfill, themes, highConviction }: ReadCanonInput,
  read: ReadText,
): Promise<ReadCanon['themeBriefs']> {
  const snapshot = isBackfill ? ((await snapshotForBackfill(folder, slot))?.path ?? null) : null;
  const briefs: ReadCanon['themeBriefs'][number][] = [];
  for (const { id } of themes.filter((theme) => isActive(theme) && theme.conviction >= highConviction)) {
    const brief = await documentAt(folder, [stateFileIn(snapshot, briefPathOf(id))], read);
    if (brief !== null) briefs.push({ ...brief, themeId: id });
  }
  return briefs;
}

async function readWeeklies({ folder, slot }: ReadCanonInput, read: ReadText): Promise<ContextDocument[]> {
  if (slot.kind !== 'weekly') return [];
  const records = await createEarlierRecords(folder, slot, read).newest(['weekly'], WEEKLIES);
  const found: ContextDocument[] = [];
  for (const record of records) {
    const weekly = await documentAt(folder, [outputPathOf(record.slot, false)], read);
    if (weekly !== null) found.push(weekly);
  }
  return found;
}

async function readDailies({ folder, days }: ReadCanonInput, read: ReadText): Promise<ContextDocument[]> {
  const found: ContextDocument[] = [];
  for (const day of days) {
    const paths = [
      outputPathOf({ kind: 'daily', slotId: day }, false),
      outputPathOf({ kind: 'deep-daily', slotId: `${day}-deep` }, false),
    ];
    const daily = await documentAt(folder, paths, read);
    if (daily !== null) found.push(daily);
  }
  return found;
}

/** The first of the files that there is. @param paths relative to the folder */
async function documentAt(folder: string, paths: readonly string[], read: ReadText): Promise<ContextDocument | null> {
  for (const path of paths) {
    const text = await read(join(folder, path));
    if (text !== null) return { path, text };
  }
  return null;
}

async function corpusOf(
  folder: string,
  read: ReadText,
): Promise<Pick<ReadCanon, 'corpusDirectories' | 'fileSelections'>> {
  const { corpus, ...patterns } = await readSettings(folder, read);
  const outputs = join(folder, OUTPUTS_FOLDER);
  const places = mergePlaces(corpus.map((place) => placeAt(isBucketAddress(place) ? place : resolve(folder, place))));
  const named = toCorpus(
    places.filter(({ directory }) => directory !== outputs),
    patterns,
  );
  return { ...named, corpusDirectories: [...((await exists(outputs)) ? [outputs] : []), ...named.corpusDirectories] };
}
