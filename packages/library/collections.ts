import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { SOURCE_LIST_NAME } from '@plumbline/folders/source-list';
import type { Records } from '@plumbline/storage/records';

/** Names that every file system takes, with room for a number behind them. */
const MAX_NAME_BYTES = 200;
const MAX_PATH_CHARACTERS = 900;
const MAX_DEPTH = 20;

/** Uploads that belong to all: tokens name no users. */
const SHARED = 'shared';

/** What was sent is not taken; the message says why, without a full stop. */
export class UploadRefusedError extends Error {
  override readonly name = 'UploadRefusedError';
  readonly reason: 'name' | 'type' | 'large' | 'full' | 'exists' | 'missing' | 'unreachable';

  constructor(reason: UploadRefusedError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Where uploads are kept: in folders of the home, or in a bucket that machines share. */
export interface UploadFiles {
  /** Absolute path, or `s3://bucket/prefix`; in it are folders of owners, and in those collections. */
  readonly directory: string;
  /** Names, in no particular order. @param owner see {@link ownerOf} */
  foldersOf(owner: string): Promise<readonly string[]>;
  spaceOf(owner: string): Promise<UploadSpace>;
  /** It need not be there. */
  folder(owner: string, collection: string): UploadFolder;
}

export interface UploadSpace {
  readonly usedBytes: number;
  readonly files: number;
}

/** The documents of a collection, by their paths within it. */
export interface UploadFolder {
  /**
   * Takes the content of a file, and never overwrites.
   *
   * @returns false where something has the name
   * @throws {UploadRefusedError} where a document has the name of one of its folders
   */
  add(draft: string, path: string): Promise<boolean>;
  replace(draft: string, path: string): Promise<void>;
  /** SHA-256; null: there is no such document. */
  hashOf(path: string): Promise<string | null>;
  /** @returns false where there is no such document */
  remove(path: string): Promise<boolean>;
  /** @returns false where there is no such collection */
  removeAll(): Promise<boolean>;
}

/** The folder of a user's collections. By a hash: names that differ in signs a file system does not tell apart stay apart. */
export function ownerOf(user: string | null): string {
  return user === null ? SHARED : `users/${createHash('sha256').update(user).digest('hex').slice(0, 32)}`;
}

export function nameOfFolder(): UploadRefusedError {
  return new UploadRefusedError('exists', 'a document has the name of one of its folders');
}

/** A collection's name, as its folder has it. @throws {UploadRefusedError} */
export function collectionNameOf(given: string): string {
  return checkedName(given.normalize().trim());
}

/** The path of a document within its collection, with forward slashes. @throws {UploadRefusedError} */
export function uploadPathOf(given: string): string {
  const names = given.normalize().split('/');
  if (given.length > MAX_PATH_CHARACTERS) throw refused(given, `has more than ${MAX_PATH_CHARACTERS} characters`);
  if (names.length > MAX_DEPTH) throw refused(given, `has more than ${MAX_DEPTH} folders`);
  const path = names.map(checkedName).join('/');
  if (path === SOURCE_LIST_NAME) throw refused(path, 'describes the documents of a folder instead of being one');
  return path;
}

/** One part of a path. A hidden one would be stored and never read. */
function checkedName(name: string): string {
  if (name === '') throw refused(name, 'is empty, or has an empty part');
  if (name.startsWith('.')) throw refused(name, 'begins with a full stop: hidden files are not read');
  if (/[/\\\p{Cc}]/u.test(name)) throw refused(name, 'has a slash or a control character');
  if (!name.isWellFormed()) throw refused(name, 'is not Unicode');
  if (name === 'node_modules') throw refused(name, 'is a folder that is not read');
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw refused(name, `is longer than ${MAX_NAME_BYTES} bytes`);
  return name;
}

function refused(name: string, problem: string): UploadRefusedError {
  return new UploadRefusedError('name', `the name ${JSON.stringify(name.slice(0, 100))} ${problem}`);
}

/** `notes (2).md`: what a second document of one name is called. */
export function numberedPath(path: string, number: number): string {
  const { dir, name, ext } = posix.parse(path);
  return posix.join(dir, `${name} (${number})${ext}`);
}

/** A folder of uploaded documents. */
export interface Collection {
  readonly name: string;
  /** As sources name it: an absolute path, or `s3://bucket/prefix`. */
  readonly directory: string;
  /** Whether the user may change it; what belongs to all is changed where tokens name no users. */
  readonly isOwn: boolean;
}

/** What a user sees: the shared collections, and their own. Asked with every request, so it only lists two folders. */
export async function collectionsOf(files: UploadFiles, user: string | null): Promise<readonly Collection[]> {
  const listed = async (owner: string, isOwn: boolean): Promise<Collection[]> => {
    const names = (await files.foldersOf(owner)).filter((name) => !name.startsWith('.')).sort();
    return names.map((name) => ({ name, directory: `${files.directory}/${owner}/${name}`, isOwn }));
  };
  const shared = listed(SHARED, user === null);
  return user === null ? shared : (await Promise.all([shared, listed(ownerOf(user), true)])).flat();
}

/** Folders that a user chose among those that a server offers, by their real paths. */
export interface ChosenFolders {
  /** @param user null: what belongs to all */
  list(user: string | null): Promise<readonly string[]>;
  add(user: string | null, directory: string): Promise<void>;
  remove(user: string | null, directory: string): Promise<void>;
}

export function createChosenFolders(records: Records): ChosenFolders {
  return {
    list: async (user) => (await records.outline('folders', ownerOf(user))).map(({ name }) => name).sort(),
    add: (user, name) =>
      records.put({ kind: 'folders', owner: ownerOf(user), name }, { value: {}, at: new Date().toISOString() }),
    remove: (user, name) => records.remove('folders', ownerOf(user), [name]),
  };
}
