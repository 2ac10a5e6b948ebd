import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STORE_ID_FILE } from '@plumbline/contracts/common/embedded-state';
import { isMissing } from '@plumbline/storage/files';

/** The file does not hold a store id. */
export class DamagedStoreIdError extends Error {
  override readonly name = 'DamagedStoreIdError';

  constructor(path: string) {
    super(
      `${path} does not hold a store id. Put the file of a backup there, or remove it: then runs under way are not found any more`,
    );
  }
}

/**
 * Id of the store in `home`, 8 hex characters; created by the first call and the same for all processes.
 *
 * @throws {DamagedStoreIdError}
 */
export function loadStoreId(home: string): string {
  const path = join(home, STORE_ID_FILE);
  return readStoreId(path) ?? createStoreId(home, path);
}

/** Undefined: the home has none yet. @throws {DamagedStoreIdError} */
export function findStoreId(home: string): string | undefined {
  return readStoreId(join(home, STORE_ID_FILE));
}

function createStoreId(home: string, path: string): string {
  mkdirSync(home, { recursive: true });
  const storeId = randomBytes(4).toString('hex');
  const draft = `${path}.${process.pid}.${storeId}`;
  writeFileSync(draft, `${storeId}\n`);
  try {
    // A link instead of a rename: if two processes create the id at once, the first one wins.
    linkSync(draft, path);
  } catch (error) {
    if (!alreadyExists(error)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readStoreId(path) ?? storeId;
}

function readStoreId(path: string): string | undefined {
  let storeId: string;
  try {
    storeId = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  if (!/^[0-9a-f]{8}$/.test(storeId)) throw new DamagedStoreIdError(path);
  return storeId;
}

function alreadyExists(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
