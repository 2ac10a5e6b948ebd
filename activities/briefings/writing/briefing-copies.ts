import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { BriefingRecord } from '@plumbline/contracts/briefings/briefing-record';
import type { Records } from '@plumbline/storage/records';

/** Copies kept per kind of output: a year of dailies. */
const KEPT_COPIES = 400;

/** Copies of records in the store. What they quote is in use, although the folder of the briefing is elsewhere. */
export interface BriefingCopies {
  /** Keeps the newest of each kind; a slot that is kept again replaces its copy. */
  keep(folder: string, record: BriefingRecord): Promise<void>;
}

/** Keeps copies in the state database, under the briefing's name and the hash of its folder's path. */
export function createBriefingCopies(records: Records): BriefingCopies {
  return {
    async keep(folder, record) {
      const owner = ownerOf(folder, record.briefing);
      const name = `${record.slot.slotId}${record.isBackfill ? '-backfill' : ''}`;
      await records.put({ kind: 'briefing', owner, name }, { value: record, at: record.slot.time });
      const kept = (await records.outline('briefing', owner)).map((copy) => copy.name);
      const old = superfluous(kept);
      if (old.length > 0) await records.remove('briefing', owner, old);
    },
  };
}

/** Two folders may have briefings of the same name. */
export function ownerOf(folder: string, briefing: string): string {
  return `${briefing}-${createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 8)}`;
}

/** All but the newest of each kind; slots of one kind are named alike, and in the order of time. */
function superfluous(names: readonly string[]): string[] {
  const kinds = Map.groupBy(names, (name) => name.replaceAll(/\d/gu, '0'));
  return [...kinds.values()].flatMap((ofKind) => ofKind.sort().reverse().slice(KEPT_COPIES));
}
