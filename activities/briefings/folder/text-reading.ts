import { readFile, stat } from 'node:fs/promises';
import { isMissing } from '../../storage/json-files.ts';

/** Reads a text file by its absolute path; null: there is none. */
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
