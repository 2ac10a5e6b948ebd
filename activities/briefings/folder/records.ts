import { join } from 'node:path';
import type { RecentOutput } from '@plumbline/contracts/briefings/briefing-activities';
import { type BriefingRecord, briefingRecordSchema } from '@plumbline/contracts/briefings/briefing-record';
import type { BriefingKind, BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { listFiles } from '@plumbline/storage/files';
import { isStanding } from '../../../workflows/domain/briefing/claim-conflicts.ts';
import { UNREAD } from '../../../workflows/domain/briefing/result-screening.ts';
import { addDays } from '../../../workflows/domain/briefing/slots.ts';
import { outputFolderOf } from '../briefing-paths.ts';
import { type ReadText, readText } from './text-reading.ts';

const BACKFILL = /-backfill\.json$/u;
/** Dailies and deep dailies share a folder. */
const DAILY_FOLDER = outputFolderOf('daily');
const DEEP = /-deep(?:-backfill)?\.json$/u;
const DAY_MS = 86_400_000;
const RECENT_DAYS = 7;

/** They describe the state of all themes. An on-demand output may be about a few, and later ones do not build on it. */
const CARRYING: readonly BriefingKind[] = ['daily', 'deep-daily', 'weekly'];

/** Records of outputs before a slot, without backfills. */
export interface EarlierRecords {
  /** The newest output, ignoring on-demand ones, or null. */
  previous(): Promise<BriefingRecord | null>;
  /** The newest of these kinds, newest first. */
  newest(kinds: readonly BriefingKind[], count: number): Promise<readonly BriefingRecord[]>;
  /** Outputs of the last 7 days, ignoring on-demand ones, oldest first. */
  recent(): Promise<readonly RecentOutput[]>;
  /** Evidence of claims that outputs of the last 7 days marked contradicted or withdrawn. */
  fallenFindings(): Promise<readonly Finding[]>;
  /** Files that were to be read and cannot be, relative to the folder. */
  damaged(): readonly string[];
}

export function createEarlierRecords(folder: string, slot: BriefingSlot, read: ReadText = readText): EarlierRecords {
  const files = createRecordFiles(folder, read);
  const newest: EarlierRecords['newest'] = async (kinds, count) => {
    const found: BriefingRecord[] = [];
    for (const kind of kinds) {
      let wanted: BriefingRecord[] = [];
      for await (const record of files.newestFirst(kind)) {
        if (isSurelyOlder(record, wanted[count - 1])) break;
        if (isBefore(record, slot)) wanted = sorted([...wanted, record]);
      }
      found.push(...wanted);
    }
    return sorted(found).slice(0, count);
  };
  const recent = async () => (await inLastDays()).map(toRecentOutput);
  const inLastDays = async (): Promise<BriefingRecord[]> => {
    const since = addDays(slot.day, -RECENT_DAYS);
    const found: BriefingRecord[] = [];
    for (const kind of CARRYING) {
      for await (const record of files.newestFirst(kind)) {
        if (record.slot.day < addDays(since, -1)) break;
        if (record.slot.day >= since && isBefore(record, slot)) found.push(record);
      }
    }
    return sorted(found).toReversed();
  };
  const previous = async () => (await newest(CARRYING, 1))[0] ?? null;
  const fallenFindings = async () => (await inLastDays()).flatMap(findingsOfFallen);
  return { previous, newest, recent, fallenFindings, damaged: files.damaged };
}

/** Null: missing, or damaged. @param path relative to the folder */
export async function readRecord(
  folder: string,
  path: string,
  read: ReadText = readText,
): Promise<BriefingRecord | null> {
  const text = await read(join(folder, path));
  return text === null ? null : recordIn(text);
}

function recordIn(text: string): BriefingRecord | null {
  try {
    return briefingRecordSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Paths of the records of a kind, by their names newest first; relative to the folder. @param which `all`: backfills, too */
export async function recordPathsOf(
  folder: string,
  kind: BriefingKind,
  which: 'original' | 'all' = 'original',
): Promise<string[]> {
  const outputs = outputFolderOf(kind);
  const isWanted = (name: string): boolean =>
    name.endsWith('.json') &&
    (which === 'all' || !BACKFILL.test(name)) &&
    (outputs !== DAILY_FOLDER || DEEP.test(name) === (kind === 'deep-daily'));
  const names = (await listFiles(join(folder, outputs))).filter(isWanted).sort().toReversed();
  return names.map((name) => `${outputs}/${name}`);
}

/** Reads a record at most once. */
function createRecordFiles(folder: string, readFile: ReadText) {
  const read = new Map<string, BriefingRecord | null>();
  return {
    damaged: () => [...read].filter(([, record]) => record === null).map(([path]) => path),
    async *newestFirst(kind: BriefingKind): AsyncGenerator<BriefingRecord> {
      for (const path of await recordPathsOf(folder, kind)) {
        const record = read.get(path) ?? (await readRecord(folder, path, readFile));
        read.set(path, record);
        if (record !== null) yield record;
      }
    },
  };
}

/** Names are in order, except for the hours around a change of clocks or of the time zone. */
function isSurelyOlder(record: BriefingRecord, other: BriefingRecord | undefined): boolean {
  return other !== undefined && timeOf(record) < timeOf(other) - DAY_MS;
}

function isBefore(record: BriefingRecord, slot: BriefingSlot): boolean {
  return timeOf(record) < Date.parse(slot.time);
}

function sorted(records: readonly BriefingRecord[]): BriefingRecord[] {
  return records.toSorted((a, b) => timeOf(b) - timeOf(a));
}

function timeOf({ slot }: BriefingRecord): number {
  return Date.parse(slot.time);
}

function toRecentOutput({ slot, corrections, signals, themes, results }: BriefingRecord): RecentOutput {
  const locators = results.filter(({ reason }) => reason !== UNREAD).map(({ locator }) => locator);
  return {
    slot,
    corrections,
    signals,
    claims: themes.flatMap(({ claims }) => claims),
    locators: [...new Set(locators)],
  };
}

function findingsOfFallen({ themes, findings }: BriefingRecord): Finding[] {
  const fallen = themes.flatMap(({ claims }) => claims).filter((claim) => !isStanding(claim));
  const keys = new Set(fallen.flatMap(({ citations }) => citations));
  return findings.filter(({ quotes }) => quotes.some(({ key }) => keys.has(key)));
}
