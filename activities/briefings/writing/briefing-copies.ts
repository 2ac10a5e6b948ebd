import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BriefingRecord } from '../../../workflows/contracts/briefings/briefing-record.ts';
import { listFiles, replaceFile, toJson } from '../../platform/storage/json-files.ts';

/** Copies kept per kind of output: a year of dailies. */
const KEPT_COPIES = 400;

/** Copies of records inside the home. What they quote is in use, although the folder of the briefing is elsewhere. */
export interface BriefingCopies {
  /** Keeps the newest of each kind; a slot that is kept again replaces its copy. */
  keep(folder: string, record: BriefingRecord): Promise<void>;
  /** Folder of the copies of a briefing, which need not exist. */
  folderOf(folder: string, briefing: string): string;
}

/** Keeps copies as files: `<home>/briefings/<name>-<hash of the folder's path>/<slot>.json`. */
export function createFileBriefingCopies(home: string): BriefingCopies {
  const folderOf: BriefingCopies['folderOf'] = (folder, briefing) => {
    // Two folders may have briefings of the same name.
    const hash = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 8);
    return join(home, 'briefings', `${briefing}-${hash}`);
  };
  return {
    folderOf,
    async keep(folder, record) {
      const copies = folderOf(folder, record.briefing);
      const name = `${record.slot.slotId}${record.isBackfill ? '-backfill' : ''}.json`;
      await replaceFile(join(copies, name), toJson(record));
      for (const old of superfluous(await listFiles(copies))) await rm(join(copies, old), { force: true });
    },
  };
}

/** All but the newest of each kind; slots of one kind are named alike, and in the order of time. */
function superfluous(files: readonly string[]): string[] {
  const records = files.filter((name) => name.endsWith('.json'));
  const kinds = Map.groupBy(records, (name) => name.replaceAll(/\d/gu, '0'));
  return [...kinds.values()].flatMap((names) => names.sort().reverse().slice(KEPT_COPIES));
}
