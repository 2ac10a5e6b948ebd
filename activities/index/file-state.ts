import { createHash } from 'node:crypto';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { SourceState } from '../../workflows/contracts/evidence.ts';
import { readRegularFile } from '../documents/file-reading.ts';
import { inspectFile, reasonOf } from '../documents/folder-scan.ts';
import type { Manifest, ManifestEntry } from './manifest.ts';

/**
 * The present state of a folder's files compared with the index, by source id. Sources that the index does not hold are left
 * out.
 *
 * When the folder itself is missing or empty, single files are not reported: it may be a disk that is not mounted, or one
 * that this machine does not see.
 */
export async function statesOfFiles(
  manifest: Manifest,
  ownHome: string,
  sourceIds: readonly string[],
): Promise<Map<string, SourceState>> {
  const wanted = new Set(sourceIds);
  const entries = manifest.entries().filter(({ sourceId, source }) => wanted.has(sourceId) && source !== null);
  const folder = manifest.folder();
  if (folder === null || entries.length === 0) return new Map();
  const problem = await problemOfFolder(folder);
  const states = new Map<string, SourceState>();
  // One after the other: a report rests on dozens of files, and each may be large.
  for (const entry of entries) {
    const state: SourceState =
      problem === null
        ? await stateOf(entry, folder, ownHome)
        : { state: 'unseen', folder: basename(folder), reason: problem };
    states.set(entry.sourceId, state);
  }
  return states;
}

/** Why the folder cannot be compared; null when it can. */
async function problemOfFolder(folder: string): Promise<string | null> {
  try {
    return (await readdir(folder)).length === 0 ? 'it is empty' : null;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return 'it does not exist';
    return code === 'ENOTDIR' ? 'it is not a folder' : reasonOf(error);
  }
}

/** Files with an unchanged fingerprint are unchanged, and another size is a change; only the rest is read. */
async function stateOf(
  { locator, fingerprint, contentHash }: ManifestEntry,
  root: string,
  ownHome: string,
): Promise<SourceState> {
  const place = join(root, locator);
  try {
    const stats = await lstat(place);
    if (stats.isDirectory()) return { state: 'missing', reason: 'a folder stands in its place' };
    const isLink = stats.isSymbolicLink() || (await realpath(place)) !== place;
    // Comparable at any size.
    const limits = { root, ownHome, maxFileBytes: Number.POSITIVE_INFINITY };
    const file = await inspectFile(place, isLink, limits);
    if (file.refusal !== null) return { state: 'missing', reason: file.refusal };
    if (file.fingerprint === fingerprint) return { state: 'unchanged' };
    if (sizeOf(file.fingerprint) !== sizeOf(fingerprint)) return { state: 'changed' };
    const bytes = await readRegularFile(file.path);
    return { state: createHash('sha256').update(bytes).digest('hex') === contentHash ? 'unchanged' : 'changed' };
  } catch (error) {
    return { state: 'missing', reason: await reasonOfAbsence(place, error) };
  }
}

/** A fingerprint begins with it. */
function sizeOf(fingerprint: string): string | undefined {
  return fingerprint.split(':')[0];
}

async function reasonOfAbsence(place: string, error: unknown): Promise<string> {
  if (codeOf(error) === 'ENOTDIR') return 'deleted or moved';
  if (codeOf(error) !== 'ENOENT') return reasonOf(error);
  const isThere = await lstat(place).then(
    () => true,
    () => false,
  );
  return isThere ? 'broken link' : 'deleted or moved';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
