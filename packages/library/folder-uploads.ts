import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { folderSize } from '@plumbline/storage/files';
import { nameOfFolder, type UploadFiles, type UploadFolder } from './collections.ts';

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
