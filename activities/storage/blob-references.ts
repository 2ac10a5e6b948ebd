import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SHA256 = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;

/**
 * Every SHA-256 (hex) in a text. Each may name a blob: one reference too many keeps a blob needlessly, one too few would
 * lose it.
 */
export function hashesIn(text: string): string[] {
  return text.match(SHA256) ?? [];
}

/** Of all files of a folder and its folders; a folder that is not there holds none. */
export async function hashesInFolder(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const hashes = new Set<string>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    // One after the other: a record may have many megabytes.
    const text = await readFile(join(entry.parentPath, entry.name), 'utf8').catch(ifGone);
    for (const hash of hashesIn(text)) hashes.add(hash);
  }
  return hashes;
}

/** Of all rows of all tables of a SQLite file. @throws {Error} that names the file */
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

/** Files are replaced by renaming, and drafts go. */
function ifGone(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
  throw error;
}
