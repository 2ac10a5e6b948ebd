import { statfsSync } from 'node:fs';
import { formatBytes } from '../../workflows/contracts/byte-size.ts';
import { EnvironmentError } from '../errors/failures.ts';

/** What a first start writes in all: the server's database, the worker's bundle, logs. */
const FIRST_START_BYTES = 16 * 1_024 * 1_024;
/** As Node, the kernel and SQLite put it. */
const DISK_IS_FULL = /ENOSPC|no space left on device|database or disk is full/i;

/** Whether words of a failure say that a disk is full. */
export function saysDiskIsFull(text: string): boolean {
  return DISK_IS_FULL.test(text);
}

/**
 * The failure of a start for which there was no room; null where there was, so that something else is wrong. A full disk
 * often keeps the processes from saying so themselves: they cannot write their logs either.
 *
 * @param free bytes left on the home's disk; null where nobody can say
 */
export function fullDiskFailure(home: string, detail: string, free = freeBytesAt(home)): EnvironmentError | null {
  const isShort = free !== null && free < FIRST_START_BYTES;
  if (!isShort && !saysDiskIsFull(detail)) return null;
  const left = free === null ? '' : ` (${formatBytes(free)} free)`;
  return new EnvironmentError(
    `The embedded Temporal server did not start: the disk that holds ${home} is full${left}.`,
    `Make room there, or set PLUMBLINE_HOME to a folder on another disk; a start takes about ${formatBytes(FIRST_START_BYTES)}.`,
  );
}

function freeBytesAt(home: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(home);
    return bavail * bsize;
  } catch {
    return null;
  }
}
