import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * One folder in place of the system's for temporary files, removed with all that the tests and their processes leave in it.
 * Processes that a test has killed may still be writing, hence the retries.
 */
export default function ownTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-tests-'));
  // PostgreSQL refuses root, so it runs as another user, who has to get to its own folder in here.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
