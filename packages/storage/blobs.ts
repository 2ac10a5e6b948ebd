export { createBlobCache } from './stores/blob-cache.ts';
export {
  BlobDamagedError,
  BlobNotFoundError,
  type BlobStore,
  type BlobSweep,
  ifStored,
  type StoredBlob,
} from './stores/blob-store.ts';
export { createFileBlobSweep, hashesIn, hashesInDatabase, hashesInFiles } from './stores/blob-sweep.ts';
export { createFileBlobStore, sha256Of, USE_NOTED_EVERY_MS } from './stores/file-blob-store.ts';
