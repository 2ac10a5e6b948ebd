import type { BlobRef } from '@plumbline/contracts/evidence/source';

/** The store has no blob with this hash. */
export class BlobNotFoundError extends Error {
  override readonly name = 'BlobNotFoundError';
  readonly sha256: string;

  constructor(sha256: string) {
    super(`The stored text ${sha256} is missing.`);
    this.sha256 = sha256;
  }
}

/** The bytes of a blob no longer match its hash. */
export class BlobDamagedError extends Error {
  override readonly name = 'BlobDamagedError';
  readonly sha256: string;

  /** @param place where it is kept, if that is not the home */
  constructor(sha256: string, place?: string) {
    const where = place === undefined ? '' : ` at ${place}`;
    super(`The stored text ${sha256}${where} is damaged: its bytes no longer match its hash.`);
    this.sha256 = sha256;
  }
}

/** Null for a blob that is missing or damaged. A store that does not answer says nothing about the blob. */
export async function ifStored<Blob>(get: () => Promise<Blob>): Promise<Blob | null> {
  try {
    return await get();
  } catch (error) {
    if (error instanceof BlobNotFoundError || error instanceof BlobDamagedError) return null;
    throw error;
  }
}

/** Content-addressed storage. `put` is idempotent, so a retried activity writes nothing twice. */
export interface BlobStore {
  putText(text: string, mediaType: string): Promise<BlobRef>;
  putBytes(bytes: Uint8Array, mediaType: string): Promise<BlobRef>;
  /** @throws {BlobNotFoundError} when it is missing; {BlobDamagedError} when its bytes no longer match its hash */
  getBytes(ref: Pick<BlobRef, 'sha256'>): Promise<Uint8Array>;
  /** @throws like `getBytes` */
  getText(ref: Pick<BlobRef, 'sha256'>): Promise<string>;
}

/** A blob as a clean-up sees it. */
export interface StoredBlob {
  readonly sha256: string;
  readonly bytes: number;
  /** Last use, in ms since 1970. */
  readonly usedAt: number;
}

/** Deletes the blobs of a store that nothing refers to. */
export interface BlobSweep {
  /** All blobs, in no particular order. */
  list(): Promise<StoredBlob[]>;
  /**
   * Deletes a blob that nothing refers to, unless it was used since `before` (ms since 1970).
   *
   * @returns whether it was deleted
   */
  sweep(sha256: string, before: number): Promise<boolean>;
  /** Puts back what a killed sweep set aside. */
  restore(): Promise<void>;
  /** Other homes that keep blobs in the same place. What they refer to is not known here, so nothing may be deleted. */
  otherHomes(): Promise<readonly string[]>;
}
