import { join } from 'node:path';
import type {
  BriefingActivities,
  BriefingState,
  OpenBriefingInput,
} from '@plumbline/contracts/briefings/briefing-activities';
import type { OpenIssue } from '@plumbline/contracts/briefings/briefing-issues';
import type { BriefingRecord } from '@plumbline/contracts/briefings/briefing-record';
import type { BriefingSettings } from '@plumbline/contracts/briefings/briefing-settings';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import type { ActiveThemes } from '@plumbline/contracts/briefings/briefing-state';
import { outputPathOf, recordPathOf } from '../../briefings/briefing-paths.ts';
import { missedSlots } from '../../briefings/folder/expected-slots.ts';
import { createEarlierRecords, readRecord } from '../../briefings/folder/records.ts';
import { readSettings } from '../../briefings/folder/settings-files.ts';
import { snapshotForBackfill, takeSnapshot } from '../../briefings/folder/snapshots.ts';
import {
  readContinuity,
  readConvictionLog,
  readThemes,
  stateNotes,
  type StatePlace,
  themesFault,
} from '../../briefings/folder/state-files.ts';
import { exists, type ReadText, readText } from '../../briefings/folder/text-reading.ts';
import { type Notices, recipientsOf } from '../../notices/notices.ts';

const WEEK_MS = 7 * 86_400_000;
/** A daily and a deep one on each day. */
const MOST_IN_WEEK = 16;

/**
 * Loads the state of a briefing, before anything else is read. The snapshot is taken last, so that a run that was halted leaves none.
 *
 * @throws {BriefingFileError} if a file of the folder cannot be read
 */
export function createOpenBriefing(
  read: ReadText = readText,
  notices: Notices | null = null,
): BriefingActivities['openBriefing'] {
  return async (input) => {
    const { folder, slot, isBackfill } = input;
    if (await exists(join(folder, recordPathOf(slot, isBackfill)))) {
      return { status: 'repeated', outputPath: outputPathOf(slot, isBackfill) };
    }
    const settings = await readSettings(folder, read);
    const { place, note } = await placeOf(input, read);
    const themes = await readThemes(place);
    const fault = themesFault(themes, slot, { folder, ...settings });
    // Themes of the past can no longer be confirmed.
    if (themes === null || (fault !== null && !isBackfill))
      return { status: 'halted', settings, reason: fault ?? '', ...recipientsOf(notices) };
    const age = fault === null ? [] : [`The themes of this state were last confirmed at ${themes.updatedAt}.`];

    const state = await loadState(input, { settings, themes, place });
    if (!isBackfill) await takeSnapshot(folder, slot, 'before');
    const openIssues = isBackfill ? await issuesThen(input) : null;
    const known = { ...state, notes: [...note, ...age, ...state.notes] };
    return { status: 'open', settings, state: known, openIssues, ...recipientsOf(notices) };
  };
}

/** A backfill rests on the state of its time. */
async function placeOf(
  { folder, slot, isBackfill }: OpenBriefingInput,
  read: ReadText,
): Promise<{ readonly place: StatePlace; readonly note: readonly string[] }> {
  if (!isBackfill) return { place: { folder, snapshot: null, read }, note: [] };
  const found = await snapshotForBackfill(folder, slot);
  const place = { folder, snapshot: found?.path ?? null, read };
  if (found === null) return { place, note: ['There is no snapshot of the state; it is the state of today.'] };
  if (found.slot.slotId === slot.slotId) return { place, note: [] };
  const moment = found.moment === 'after' ? 'left' : 'found';
  return { place, note: [`The slot has no snapshot of its own; the state is what ${found.slot.slotId} ${moment}.`] };
}

interface Loading {
  readonly settings: BriefingSettings;
  readonly themes: ActiveThemes;
  readonly place: StatePlace;
}

/** One after the other: what is loaded first does not depend on what comes later. */
async function loadState(
  { folder, slot }: OpenBriefingInput,
  { settings, themes: { themes }, place }: Loading,
): Promise<BriefingState> {
  const records = createEarlierRecords(folder, slot, place.read);
  const continuity = await readContinuity(place);
  const convictionLog = await readConvictionLog(place, slot);
  const previous = await records.previous();
  const recent = await records.recent();
  const weekFindings = slot.kind === 'weekly' ? await records.fallenFindings() : [];
  const base = slot.kind === 'weekly' ? await weekBefore(folder, slot, place.read) : previous;
  const last = (await records.newest([slot.kind], 1))[0] ?? null;
  const damaged = records.damaged();
  return {
    themes,
    continuity,
    convictionLog,
    previous,
    readPassages: base?.knownPassages ?? [],
    weekFindings,
    recent,
    notes: stateNotes({ slot, themes, continuity, convictionLog, previous, damaged }),
    missedSlots: missedSlots(settings, slot, last?.slot ?? null),
    loaded: loadedParts({ continuity, convictionLog, previous }),
  };
}

/** The newest output that a week has passed since, or else the first one there is. */
async function weekBefore(folder: string, slot: BriefingSlot, read: ReadText): Promise<BriefingRecord | null> {
  const time = new Date(Date.parse(slot.time) - WEEK_MS).toISOString();
  const found = await createEarlierRecords(folder, { ...slot, time }, read).previous();
  if (found !== null) return found;
  const ofWeek = await createEarlierRecords(folder, slot, read).newest(['daily', 'deep-daily'], MOST_IN_WEEK);
  return ofWeek.at(-1) ?? null;
}

function loadedParts(state: Pick<BriefingState, 'continuity' | 'convictionLog' | 'previous'>): string[] {
  return [
    'active-themes',
    ...(state.continuity === null ? [] : ['continuity']),
    ...(state.convictionLog === null ? [] : ['conviction-log']),
    ...(state.previous === null ? [] : ['previous-output']),
  ];
}

async function issuesThen({ folder, slot }: OpenBriefingInput): Promise<readonly OpenIssue[]> {
  return (await readRecord(folder, recordPathOf(slot, false)))?.openIssues ?? [];
}
