import { stat, unlink, writeFile } from 'node:fs/promises';
import { EnvironmentError, UsageError } from '../../errors/failures.ts';

/** @throws {UsageError} if the file exists and must stay */
export async function requireFree(path: string, mayReplace: boolean): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() === true)
    throw new UsageError(`${path} is a folder`, 'Give the name of a file: --out <file>.');
  if (found !== null && !mayReplace) throw fileExists(path);
}

/**
 * Writes a file whole, or not at all.
 *
 * @throws {UsageError} where a file appeared meanwhile
 * @throws {EnvironmentError} where it cannot be written
 */
export async function writeExport(path: string, bytes: Uint8Array, mayReplace: boolean): Promise<void> {
  try {
    await writeFile(path, bytes, { flag: mayReplace ? 'w' : 'wx' });
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw fileExists(path);
    // What was begun is no export; a file that could not be opened was not touched.
    if (isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT')) await unlink(path).catch(() => undefined);
    const cause = error instanceof Error ? error.message : String(error);
    throw new EnvironmentError(`${path} cannot be written (${cause})`, 'Choose another file: --out <file>.', {
      cause: error,
    });
  }
}

function fileExists(path: string): UsageError {
  return new UsageError(
    `there is a file ${path} already`,
    'Replace it with --force, or choose another one: --out <file>.',
  );
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
