import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { slugSchema } from '../../../workflows/contracts/briefings/briefing-settings.ts';
import { replaceFile } from '../../platform/storage/json-files.ts';
import { CANON_FILES, SETTINGS_FILE, STATE_FILES } from '../briefing-paths.ts';
import { slugOf } from './canon-reading.ts';
import { exists } from './text-reading.ts';

const FILES = [SETTINGS_FILE, ...STATE_FILES, ...Object.values(CANON_FILES)];
const STANDARD_NAME = 'briefing';

export interface BriefingStart {
  /** Name of the briefing; defaults to the folder's. */
  readonly name?: string;
  /** ISO 8601 with zone: when the themes of the example count as confirmed. */
  readonly now: string;
}

/** Paths relative to the folder. */
export interface StartedBriefing {
  readonly written: readonly string[];
  /** What was there; nothing in it was changed. */
  readonly kept: readonly string[];
}

/** Writes a small example that works, as far as its files are missing. @throws {z.ZodError} if the name is no slug */
export async function initBriefing(folder: string, { name, now }: BriefingStart): Promise<StartedBriefing> {
  const named = slugSchema.parse(name ?? (slugOf(basename(resolve(folder))) || STANDARD_NAME));
  const written: string[] = [];
  const kept: string[] = [];
  for (const file of FILES) {
    if (await exists(join(folder, file))) kept.push(file);
    else {
      await replaceFile(join(folder, file), await exampleOf(file, named, now));
      written.push(file);
    }
  }
  return { written, kept };
}

async function exampleOf(file: string, name: string, now: string): Promise<string> {
  const text = await readFile(new URL(`./example/${file}`, import.meta.url), 'utf8');
  const time = new Date(now).toISOString();
  return text.replaceAll('$NAME', name).replaceAll('$NOW', time).replaceAll('$TODAY', time.slice(0, 10));
}
