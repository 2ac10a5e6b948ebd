import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './json-files.ts';

/** A lock that the operating system releases when its process ends, however it ends. */
export interface ExclusiveLock {
  release(): void;
}

/**
 * Tries to take the lock on `path`, without waiting.
 *
 * An open exclusive transaction on a small SQLite file holds the lock: SQLite's file locks are the kernel's, so there is no
 * stale lock after SIGKILL and nothing to compare process ids with. Local file systems only.
 *
 * @returns undefined when another process (or another lock of this one) holds it
 */
export function tryLock(path: string): ExclusiveLock | undefined {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

/** Waits for the lock, trying every 100 ms; calls `onWait` at each attempt, for heartbeats. */
export async function waitForLock(path: string, signal: AbortSignal, onWait: () => void): Promise<ExclusiveLock> {
  for (;;) {
    signal.throwIfAborted();
    const lock = tryLock(path);
    if (lock !== undefined) return lock;
    onWait();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
