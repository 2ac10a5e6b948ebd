import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { BriefingRecord } from '@plumbline/contracts/briefings/briefing-record';
import type { BriefingKind } from '@plumbline/contracts/briefings/briefing-slot';
import { recordPathOf } from '../../../activities/briefings/briefing-paths.ts';
import { initBriefing } from '../../../activities/briefings/folder/briefing-start.ts';
import { type ReadText, readText } from '../../../activities/briefings/folder/text-reading.ts';
import { slotOf } from '../../../workflows/domain/briefing/slots.ts';
import { briefingRecord } from '../builders/briefing-fixtures.ts';

/** A folder of a briefing on disk; its themes were confirmed at 06:00 UTC of 2026-03-09. */
export interface BriefingWorld {
  readonly folder: string;
  /** Paths that {@link read} was asked for, relative to the folder. */
  readonly asked: readonly string[];
  readonly read: ReadText;
  write(file: string, text: string): Promise<void>;
  text(file: string): Promise<string>;
  remove(file: string): Promise<void>;
  /** Writes the record of a slot. */
  record(kind: BriefingKind, time: string, changes?: Partial<BriefingRecord>): Promise<BriefingRecord>;
}

export async function createBriefingWorld(): Promise<BriefingWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-briefing-'));
  await initBriefing(folder, { name: 'norhaven', now: '2026-03-09T06:00:00Z' });
  const asked: string[] = [];
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  };
  return {
    folder,
    asked,
    write,
    read: (path) => {
      asked.push(relative(folder, path));
      return readText(path);
    },
    text: (file) => readFile(join(folder, file), 'utf8'),
    remove: (file) => rm(join(folder, file), { recursive: true }),
    async record(kind, time, changes = {}) {
      const record = briefingRecord({ slot: slotOf(kind, time, 'Europe/Berlin'), ...changes });
      await write(recordPathOf(record.slot, record.isBackfill), JSON.stringify(record));
      return record;
    },
  };
}
