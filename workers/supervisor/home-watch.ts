import { statSync } from 'node:fs';

const INTERVAL_MS = 500;

/**
 * Calls `onMissing` when the file that this process has locked is not at its path any more: somebody removed the home,
 * and may have made another one in its place.
 */
export function watchHome(lockFile: string, onMissing: () => void): { close(): void } {
  const locked = inodeAt(lockFile);
  const timer = setInterval(() => {
    const present = inodeAt(lockFile);
    if (present === UNKNOWN || present === locked) return;
    clearInterval(timer);
    onMissing();
  }, INTERVAL_MS).unref();
  return { close: () => clearInterval(timer) };
}

const UNKNOWN = -1;

/** 0: there is no such file. A disk that does not answer says nothing about it. */
function inodeAt(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.ino ?? 0;
  } catch {
    return UNKNOWN;
  }
}
