export { type BlobOwner, createS3BlobStore } from './stores/s3-blob-store.ts';
export {
  createS3Requests,
  type ListedObject,
  listFolders,
  listObjects,
  S3Error,
  type S3Requests,
  type S3Settings,
} from './stores/s3-requests.ts';
