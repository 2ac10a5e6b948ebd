import { readFile } from 'node:fs/promises';
import { sha256Of } from '@plumbline/storage/blobs';
import { listFolders, listObjects, type S3Requests } from '@plumbline/storage/s3';
import { nameOfFolder, type UploadFiles, type UploadFolder } from './collections.ts';

const ROOT = 'uploads';
/** Objects that are asked about or deleted at once. */
const AT_ONCE = 8;

/** Uploads as objects beside the blobs, for every machine that has the bucket. */
export function createBucketUploads(requests: S3Requests): UploadFiles {
  return {
    directory: requests.placeOf(ROOT),
    foldersOf: (owner) => listFolders(requests, `${ROOT}/${owner}`),
    async spaceOf(owner) {
      const objects = await listObjects(requests, `${ROOT}/${owner}/`);
      return { files: objects.length, usedBytes: objects.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    folder: (owner, collection) => createFolder(requests, `${ROOT}/${owner}/${collection}`),
  };
}

function createFolder(requests: S3Requests, folder: string): UploadFolder {
  const keyOf = (path: string): string => `${folder}/${path}`;
  const isThere = async (path: string) => (await requests.send({ method: 'HEAD', key: keyOf(path) })) !== undefined;
  const put = async (draft: string, path: string, isNew: boolean) =>
    requests.send({ method: 'PUT', key: keyOf(path), body: await readFile(draft), isNew });
  return {
    async add(draft, path) {
      // Keys know no folders: a document and a folder of one name would be two objects, and no machine could copy both.
      if ((await Promise.all(foldersAround(path).map(isThere))).includes(true)) throw nameOfFolder();
      const isTaken = (await isThere(path)) || (await listObjects(requests, keyOf(`${path}/`))).length > 0;
      return !isTaken && (await put(draft, path, true)) !== undefined;
    },
    replace: async (draft, path) => void (await put(draft, path, false)),
    async hashOf(path) {
      const found = await requests.send({ method: 'GET', key: keyOf(path) });
      return found === undefined ? null : sha256Of(found.bytes);
    },
    async remove(path) {
      const isFound = await isThere(path);
      if (isFound) await requests.send({ method: 'DELETE', key: keyOf(path) });
      return isFound;
    },
    async removeAll() {
      const objects = await listObjects(requests, keyOf(''));
      const keys = objects.map(({ key }) => keyOf(key.slice(requests.keyOf(keyOf('')).length)));
      for (let at = 0; at < keys.length; at += AT_ONCE) {
        await Promise.all(keys.slice(at, at + AT_ONCE).map((key) => requests.send({ method: 'DELETE', key })));
      }
      return keys.length > 0;
    },
  };
}

/** `a` and `a/b` of `a/b/lamp.md`. */
function foldersAround(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}
