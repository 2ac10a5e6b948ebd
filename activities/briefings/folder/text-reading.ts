import { readFile, stat } from 'node:fs/promises';
import { isMissing } from '@plumbline/storage/files';

/** A file of a briefing cannot be used. Each fault names file, line and field, and says what to do. */
export class BriefingFileError extends Error {
  override readonly name = 'BriefingFileError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

/** Reads a text file by its absolute path; null if it does not exist. */
export type ReadText = (path: string) => Promise<string | null>;

export const readText: ReadText = async (path) => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

/** A file or a folder. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
