import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sha256Of } from '@plumbline/storage/blobs';
import { folderSize } from '@plumbline/storage/files';
import { listFolders, listObjects, type S3Requests } from '@plumbline/storage/s3';
import { nameOfFolder, type UploadFiles, type UploadFolder } from './collections.ts';

const ROOT = 'uploads';
/** Objects that are asked about or deleted at once. */
const AT_ONCE = 8;

/** Uploads as files of the home. */
export function createFolderUploads(home: string): UploadFiles {
  const directory = join(home, 'uploads');
  return {
    directory,
    async foldersOf(owner) {
      // Without it, nothing was uploaded yet.
      const entries = await readdir(join(directory, owner), { withFileTypes: true }).catch(() => []);
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    },
    async spaceOf(owner) {
      const { files, bytes } = await folderSize(join(directory, owner)).catch(() => ({ files: 0, bytes: 0 }));
      return { files, usedBytes: bytes };
    },
    folder: (owner, collection) => createFolder(join(directory, owner, collection)),
  };
}

function createFolder(directory: string): UploadFolder {
  const at = (path: string): string => join(directory, path);
  return {
    add: (draft, path) => placeAt(draft, at(path)),
    replace: (draft, path) => rename(draft, at(path)),
    hashOf: async (path) => ((await isFile(at(path))) ? hashOf(at(path)) : null),
    async remove(path) {
      if (!(await isFile(at(path)))) return false;
      await rm(at(path));
      await removeEmptyFolders(directory, path);
      return true;
    },
    async removeAll() {
      if ((await stat(directory).catch(() => null)) === null) return false;
      await rm(directory, { recursive: true });
      return true;
    },
  };
}

async function placeAt(draft: string, target: string): Promise<boolean> {
  try {
    await mkdir(dirname(target), { recursive: true });
    await link(draft, target).catch((error: unknown) => {
      // Some file systems have no second names for a file.
      if (!NO_LINKS.has(codeOf(error))) throw error;
      return copyFile(draft, target, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST' && (await stat(dirname(target))).isDirectory()) return false;
    throw code === 'EEXIST' || code === 'ENOTDIR' ? nameOfFolder() : error;
  }
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK']);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true;
}

/** Up to the collection itself: an empty one is gone. */
async function removeEmptyFolders(directory: string, path: string): Promise<void> {
  const parts = path.split('/');
  for (let depth = parts.length - 1; depth >= 0; depth -= 1) {
    const isRemoved = await rmdir(join(directory, ...parts.slice(0, depth))).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}

/** Uploads as objects beside the blobs, for every machine that has the bucket. */
export function createBucketUploads(requests: S3Requests): UploadFiles {
  return {
    directory: requests.placeOf(ROOT),
    foldersOf: (owner) => listFolders(requests, `${ROOT}/${owner}`),
    async spaceOf(owner) {
      const objects = await listObjects(requests, `${ROOT}/${owner}/`);
      return { files: objects.length, usedBytes: objects.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    folder: (owner, collection) => createBucketFolder(requests, `${ROOT}/${owner}/${collection}`),
  };
}

function createBucketFolder(requests: S3Requests, folder: string): UploadFolder {
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
