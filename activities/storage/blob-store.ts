import type { BlobRef } from '../../workflows/contracts/evidence.ts';

/** Content-addressed storage. `put` is idempotent, so a retried activity writes nothing twice. */
export interface BlobStore {
  putText(text: string, mediaType: string): Promise<BlobRef>;
  putBytes(bytes: Uint8Array, mediaType: string): Promise<BlobRef>;
  /** @throws {BlobNotFoundError} when it is missing; {BlobDamagedError} when its bytes no longer match its hash */
  getBytes(ref: Pick<BlobRef, 'sha256'>): Promise<Uint8Array>;
  /** @throws like `getBytes` */
  getText(ref: Pick<BlobRef, 'sha256'>): Promise<string>;
}
