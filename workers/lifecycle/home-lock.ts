import { join } from 'node:path';
import { tryLock } from '../../activities/storage/exclusive-lock.ts';
import { HomeBusyError } from './lifecycle-errors.ts';

/**
 * Does one thing to a home as a whole: what is backed up must not be deleted at the same time.
 *
 * @throws {HomeBusyError}
 */
export async function withHomeLocked<Result>(home: string, work: () => Promise<Result>): Promise<Result> {
  const lock = tryLock(join(home, 'lifecycle.lock'));
  if (lock === undefined) throw new HomeBusyError(`another gc, delete, backup or restore is at work on ${home}`);
  try {
    return await work();
  } finally {
    lock.release();
  }
}
