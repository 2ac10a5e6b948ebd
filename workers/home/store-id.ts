import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STORE_ID_FILE } from '../../workflows/contracts/embedded-state.ts';

/** The file of the id holds something else. */
export class DamagedStoreIdError extends Error {
  override readonly name = 'DamagedStoreIdError';

  constructor(path: string) {
    super(`${path} does not hold a store id`);
  }
}

/**
 * Id of the store in `home`, 8 hex characters, made up at the first call and the same for every process afterwards.
 *
 * @throws {DamagedStoreIdError}
 */
export function loadStoreId(home: string): string {
  const path = join(home, STORE_ID_FILE);
  return readStoreId(path) ?? createStoreId(home, path);
}

function createStoreId(home: string, path: string): string {
  mkdirSync(home, { recursive: true });
  const storeId = randomBytes(4).toString('hex');
  const draft = `${path}.${process.pid}.${storeId}`;
  writeFileSync(draft, `${storeId}\n`);
  try {
    // A link, not a rename: of two processes that create the id at once, the first one wins.
    linkSync(draft, path);
  } catch (error) {
    if (!isAlreadyThere(error)) throw error;
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  if (!/^[0-9a-f]{8}$/.test(storeId)) throw new DamagedStoreIdError(path);
  return storeId;
}

function isAlreadyThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
