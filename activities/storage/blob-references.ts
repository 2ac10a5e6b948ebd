import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SHA256 = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;

/**
 * Every SHA-256 (hex) in a text. Each may name a blob: an extra reference keeps a blob needlessly, a missing one would
 * lose it.
 */
export function hashesIn(text: string): string[] {
  return text.match(SHA256) ?? [];
}

/** References in a file, or in all files below a folder; none when it does not exist. */
export async function hashesInFiles(path: string): Promise<Set<string>> {
  const hashes = new Set<string>();
  for (const file of await filesAt(path)) {
    // One after another: a record may have many megabytes.
    const text = await readFile(file, 'utf8').catch(ifGone);
    for (const hash of hashesIn(text)) hashes.add(hash);
  }
  return hashes;
}

/** Whether a file, or any file below a folder, contains one of some texts. */
export async function isTextInFiles(path: string, texts: readonly string[]): Promise<boolean> {
  for (const file of await filesAt(path)) {
    const content = await readFile(file, 'utf8').catch(ifGone);
    if (texts.some((text) => content.includes(text))) return true;
  }
  return false;
}

async function filesAt(path: string): Promise<string[]> {
  const stats = await stat(path).catch(() => null);
  if (stats === null || stats.isFile()) return stats === null ? [] : [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** References in all rows of all tables of a SQLite file. @throws {Error} that names the file */
export function hashesInDatabase(path: string): Set<string> {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
  const hashes = new Set<string>();
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    for (const { name } of tables) {
      for (const row of database.prepare(`SELECT * FROM "${String(name)}"`).iterate()) {
        const texts = Object.values(row).filter((value) => typeof value === 'string');
        for (const hash of texts.flatMap(hashesIn)) hashes.add(hash);
      }
    }
  } catch (error) {
    throw new Error(`${path} cannot be read, so its references are unknown`, { cause: error });
  } finally {
    database.close();
  }
  return hashes;
}

/** A file may vanish: writers rename drafts into place. */
function ifGone(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
  throw error;
}
