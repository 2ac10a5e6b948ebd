import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const NAME = 'plumbline-tests-';
/** In memory. Databases write through to the disk after every step, and tests need nothing of it after their end. */
const MEMORY = '/dev/shm';
/** The tests have taken up to 320 MB at once. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * One folder in place of the system's for temporary files, removed with all that the tests and their processes leave in it.
 * Processes that a test has killed may still be writing, hence the retries. Rings whose servers start before the tests name it, too.
 */
export default function ownTemporaryFolder(): () => void {
  if (basename(tmpdir()).startsWith(NAME)) return () => undefined;
  const folder = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), NAME));
  // PostgreSQL refuses root, so it runs as another user, who has to get to its own folder in here.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Where programs may run from it, too; containers often have 64 MB, from which nothing may run. */
function hasRoomInMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return (
      bavail * bsize >= ROOM_BYTES && !/^\S+ \/dev\/shm \S+ \S*\bnoexec\b/mu.test(readFileSync('/proc/mounts', 'utf8'))
    );
  } catch {
    return false;
  }
}
