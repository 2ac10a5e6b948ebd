import { createHash } from 'node:crypto';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isBucketAddress } from '@plumbline/contracts/common/file-selection';
import type { SourceState } from '@plumbline/contracts/evidence/source';
import { reasonOf } from '@plumbline/documents/errors';
import { ownFingerprint } from '@plumbline/documents/scans';
import { splitMember } from '@plumbline/folders/file-selection';
import { inspectDocument, readCorpusFile } from '@plumbline/folders/folder-scan';
import type { KnownFile, Manifest } from './manifest.ts';

/**
 * The present state of a folder's files compared with the index, by source id. Omits sources that are not in the index.
 *
 * A missing or empty folder is reported as such instead of file by file: it may be on a disk that is not mounted, or
 * that this machine cannot see.
 */
export async function statesOfFiles(
  manifest: Manifest,
  ownHome: string,
  sourceIds: readonly string[],
): Promise<Map<string, SourceState>> {
  const wanted = new Set(sourceIds);
  const entries = manifest.knownFiles().filter(({ sourceId, wasRead }) => wanted.has(sourceId) && wasRead);
  const folder = manifest.folder();
  if (folder === null || entries.length === 0) return new Map();
  const problem = await problemOfFolder(folder);
  const states = new Map<string, SourceState>();
  // One at a time: a report rests on dozens of files, and each may be large.
  for (const entry of entries) {
    const state: SourceState =
      problem === null
        ? await stateOf(entry, folder, ownHome)
        : { state: 'unseen', folder: basename(folder), reason: problem };
    states.set(entry.sourceId, state);
  }
  return states;
}

/** Why the folder cannot be compared; null if it can. */
async function problemOfFolder(folder: string): Promise<string | null> {
  if (isBucketAddress(folder)) return 'it is a bucket, which is read again with the next question';
  try {
    return (await readdir(folder)).length === 0 ? 'it is empty' : null;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return 'it does not exist';
    return code === 'ENOTDIR' ? 'it is not a folder' : reasonOf(error);
  }
}

/** An equal fingerprint means an unchanged file, another size a changed one; all other files are read. */
async function stateOf(
  { locator, fingerprint, contentHash }: KnownFile,
  root: string,
  ownHome: string,
): Promise<SourceState> {
  const packed = splitMember(locator);
  const place = join(root, packed !== null && (await isFile(join(root, packed.archive))) ? packed.archive : locator);
  try {
    const stats = await lstat(place);
    if (stats.isDirectory()) return { state: 'missing', reason: 'replaced by a folder' };
    const isLink = stats.isSymbolicLink() || (await realpath(place)) !== place;
    // A file of any size can be compared.
    const limits = { root, ownHome, maxFileBytes: Number.POSITIVE_INFINITY };
    const file = await inspectDocument(locator, isLink, limits);
    if (file.refusal !== null) return { state: 'missing', reason: file.refusal };
    if (file.fingerprint === ownFingerprint(fingerprint)) return { state: 'unchanged' };
    if (sizeOf(file.fingerprint) !== sizeOf(fingerprint)) return { state: 'changed' };
    const bytes = await readCorpusFile(file, root);
    return { state: createHash('sha256').update(bytes).digest('hex') === contentHash ? 'unchanged' : 'changed' };
  } catch (error) {
    return { state: 'missing', reason: await reasonOfAbsence(place, error) };
  }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

/** A fingerprint begins with the file's size. */
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
