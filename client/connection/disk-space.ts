import { statfsSync } from 'node:fs';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import { EnvironmentError } from '../errors/failures.ts';

/** Written by a first start: the server's database, the worker's bundle, logs. */
const FIRST_START_BYTES = 16 * 1_024 * 1_024;
/** As Node, the kernel and SQLite report it. */
const DISK_IS_FULL = /ENOSPC|no space left on device|database or disk is full/i;

/** Whether an error message says that a disk is full. */
export function saysDiskIsFull(text: string): boolean {
  return DISK_IS_FULL.test(text);
}

/**
 * The failure of a start on a full disk; null when there was enough space. On a full disk the processes often cannot
 * report the cause themselves, because they cannot write their logs.
 *
 * @param free bytes left on the home's disk; null when it is unknown
 */
export function fullDiskFailure(home: string, detail: string, free = freeBytesAt(home)): EnvironmentError | null {
  const isShort = free !== null && free < FIRST_START_BYTES;
  if (!isShort && !saysDiskIsFull(detail)) return null;
  const left = free === null ? '' : ` (${formatBytes(free)} free)`;
  return new EnvironmentError(
    `The embedded Temporal server did not start: the disk of ${home} is full${left}.`,
    `Free some space, or set PLUMBLINE_HOME to a folder on another disk; a start needs about ${formatBytes(FIRST_START_BYTES)}.`,
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
