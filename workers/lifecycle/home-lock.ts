import { join } from 'node:path';
import { tryLock } from '../../activities/storage/exclusive-lock.ts';
import { HomeBusyError } from './lifecycle-errors.ts';

/**
 * Runs one operation on the whole home: nothing may be deleted during a backup, for example.
 *
 * @throws {HomeBusyError}
 */
export async function withHomeLocked<Result>(home: string, work: () => Promise<Result>): Promise<Result> {
  const lock = tryLock(join(home, 'lifecycle.lock'));
  if (lock === undefined) throw new HomeBusyError(`another gc, delete, backup or restore is running on ${home}`);
  try {
    return await work();
  } finally {
    lock.release();
  }
}
