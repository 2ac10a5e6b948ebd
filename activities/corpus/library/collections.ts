import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { SOURCE_LIST_NAME } from '../documents/files/source-list.ts';

/** Names that every file system takes, with room for a number behind them. */
const MAX_NAME_BYTES = 200;
const MAX_PATH_CHARACTERS = 900;
const MAX_DEPTH = 20;

/** Uploads that belong to all: tokens name no users. */
export const SHARED = 'shared';

/** What was sent is not taken; the message says why, without a full stop. */
export class UploadRefusedError extends Error {
  override readonly name = 'UploadRefusedError';
  readonly reason: 'name' | 'type' | 'large' | 'full' | 'exists' | 'missing' | 'unreachable';

  constructor(reason: UploadRefusedError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The folder of a user's collections. By a hash: names that differ in signs a file system does not tell apart stay apart. */
export function folderOfUser(home: string, user: string | null): string {
  const uploads = join(home, 'uploads');
  if (user === null) return join(uploads, SHARED);
  return join(uploads, 'users', createHash('sha256').update(user).digest('hex').slice(0, 32));
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
  /** Absolute. */
  readonly directory: string;
  /** Whether the user may change it; what belongs to all is changed where tokens name no users. */
  readonly isOwn: boolean;
}

/** What a user sees: the shared collections, and their own. Asked with every request, so it only lists two folders. */
export function collectionsOf(home: string, user: string | null): readonly Collection[] {
  const shared = listed(folderOfUser(home, null), user === null);
  return user === null ? shared : [...shared, ...listed(folderOfUser(home, user), true)];
}

function listed(folder: string, isOwn: boolean): Collection[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => ({ name, directory: join(folder, name), isOwn }))
      .sort((first, second) => (first.name < second.name ? -1 : 1));
  } catch {
    // Nothing was uploaded yet.
    return [];
  }
}
