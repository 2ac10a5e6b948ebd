import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UsageError } from '../../errors/failures.ts';

/** Name of the record next to every report. */
const RECORD = 'report.json';

/**
 * Paths of all records in a folder and below it, in order; a path of one record is that record.
 *
 * @throws {UsageError} for a folder without records
 */
export async function findRecordFiles(path: string): Promise<readonly string[]> {
  const given = resolve(path);
  const found = await stat(given).catch(() => null);
  if (found === null) throw new UsageError(`there is no folder ${given}`, WHERE_THEY_ARE);
  if (found.isFile()) return [given];
  const entries = await readdir(given, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name === RECORD);
  if (files.length === 0) throw new UsageError(`there is no ${RECORD} in ${given} or below it`, WHERE_THEY_ARE);
  return files.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
}

const WHERE_THEY_ARE =
  'Runs are in the folder runs of the store, .plumbline/runs unless PLUMBLINE_HOME says otherwise.';
