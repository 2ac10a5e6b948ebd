import type { BlobRef } from '../../../workflows/contracts/evidence/evidence.ts';

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

  constructor(sha256: string) {
    super(`The stored text ${sha256} is damaged: its bytes no longer match its hash.`);
    this.sha256 = sha256;
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
