import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { z } from 'zod';

/** Ids given by other programs may contain anything, even `../../`; they get a safe name. */
export function folderNameOf(id: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,99}$/.test(id)) return id;
  return `~${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}

export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Replaces a file as a whole: at any time, even after a kill, a reader sees either the old or the new one. */
export function replaceFile(path: string, content: string | Uint8Array, mode = 0o666): Promise<void> {
  return replaceByDraft(path, (draft) => writeFile(draft, content, { flush: true, mode }));
}

/** The same with what `write` makes of a draft beside it, which no other writer has. */
export async function replaceByDraft(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.${crypto.randomUUID()}.tmp`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await write(draft);
    await rename(draft, path);
  } catch (error) {
    // A full disk is waited for, and must not fill up with drafts meanwhile.
    await rm(draft, { force: true });
    throw error;
  }
}

/** Null where the file is missing or damaged, or does not fit the schema. */
export async function readJson<Value>(path: string, schema: z.ZodType<Value>): Promise<Value | null> {
  try {
    return schema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data ?? null;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Names of the folders in a folder; none when it does not exist. */
export async function listFolders(path: string): Promise<string[]> {
  return (await entriesOf(path)).filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Names of the files in a folder; none when it does not exist. */
export async function listFiles(path: string): Promise<string[]> {
  return (await entriesOf(path)).filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function entriesOf(path: string) {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Size of a folder or file; zero when it does not exist. */
export async function folderSize(path: string) {
  const stats = await stat(path).catch(() => null);
  if (stats === null) return { files: 0, bytes: 0 };
  if (stats.isFile()) return { files: 1, bytes: stats.size };
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return { files: sizes.length, bytes: sizes.reduce((total, size) => total + size, 0) };
}

/** Another process has the lock of a SQLite file. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, [5, 6], /^SQLITE_(?:BUSY|LOCKED)/);
}

/** The disk, or something else, has damaged a SQLite file. */
export function isDamaged(error: unknown): boolean {
  return hasCode(error, [11, 26], /^SQLITE_(?:CORRUPT|NOTADB)/);
}

/** Of https://www.sqlite.org/rescode.html: `node:sqlite` has numbers, whose higher bits say more, `better-sqlite3` names. */
function hasCode(error: unknown, numbers: readonly number[], names: RegExp): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return numbers.includes(Number(error.errcode) & 0xff);
  return 'code' in error && names.test(String(error.code));
}

/** A database that cannot be built anew from documents. */
export class DatabaseDamagedError extends Error {
  override readonly name = 'DatabaseDamagedError';

  constructor(path: string, { message }: Error) {
    super(
      `${path} is damaged (${message}). Stop what uses it, then save what can be read: npx plumbline doctor --repair. Or restore a backup.`,
    );
  }
}

/** PostgreSQL did not take a connection. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';

  constructor(host: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`PostgreSQL at ${host} does not answer (${reason}). Runs wait for it and lose nothing.`);
  }
}

/** Names the file where SQLite only says that it is damaged. @throws {DatabaseDamagedError} */
export function nameDamage(path: string, error: unknown): never {
  throw error instanceof Error && isDamaged(error) ? new DatabaseDamagedError(path, error) : error;
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
