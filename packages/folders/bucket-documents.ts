import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isBucketAddress } from '@plumbline/contracts/common/file-selection';
import { CorpusUnavailableError } from '@plumbline/documents/errors';
import { isArchive } from '@plumbline/documents/formats';
import { waitForLock } from '@plumbline/storage/locks';
import { listObjects, S3Error, type S3Requests } from '@plumbline/storage/s3';
import { z } from 'zod';
import { splitMember } from './file-selection.ts';
import { MAX_ARCHIVE_BYTES, MAX_FILE_BYTES } from './folder-scan.ts';

/** Objects that are fetched at once. */
const AT_ONCE = 8;

/** What this machine has of a bucket: the digest of each object, by key. */
const copiedSchema = z.record(z.string(), z.string());
type Copied = z.infer<typeof copiedSchema>;

export interface BringBucket {
  readonly address: string;
  /** Only this document, or the archive that it is in. */
  readonly locator?: string;
  /** Larger objects are not fetched: the scan of the folder refuses them by their size. As the scan's by default. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  /** Called after each object, and while another process fetches. */
  readonly onProgress?: (done: number, total: number) => void;
}

type Bringing = BringBucket & Required<Pick<BringBucket, 'signal' | 'onProgress'>>;

/** Documents in buckets of S3, each with a copy on this machine. */
export interface BucketDocuments {
  /** Fetches what is new or has changed, and removes what was deleted. @returns the folder of the copy */
  bring(request: BringBucket): Promise<string>;
}

/** Where the documents of a source are on this machine: in its folder, or in the copy of its bucket. */
export function localFolderOf(home: string, source: string): string {
  return isBucketAddress(source) ? folderOfBucket(home, source) : source;
}

/** Folder of the copy of `s3://bucket/prefix`, and of nothing else. */
function folderOfBucket(home: string, address: string): string {
  return join(home, 'buckets', createHash('sha256').update(address).digest('hex').slice(0, 12));
}

/** @param requestsTo null: no keys are configured */
export function createBucketDocuments(
  home: string,
  requestsTo: (bucket: string, prefix: string) => S3Requests | null,
): BucketDocuments {
  return {
    async bring(request) {
      const { address, signal = new AbortController().signal, onProgress = () => undefined } = request;
      const { bucket, prefix } = partsOf(address);
      const requests = requestsTo(bucket, prefix);
      if (requests === null)
        throw new CorpusUnavailableError(address, 'needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Set them.');
      const folder = folderOfBucket(home, address);
      await mkdir(folder, { recursive: true });
      const lock = await waitForLock(`${folder}.lock`, signal, () => onProgress(0, 0));
      try {
        await updateCopy(folder, requests, { ...request, signal, onProgress });
        return folder;
      } catch (error) {
        if (error instanceof S3Error && !error.isTransient)
          throw new CorpusUnavailableError(address, `cannot be read: ${error.message}`);
        throw error;
      } finally {
        lock.release();
      }
    },
  };
}

/** `s3://bucket/prefix/` in its parts. @throws {CorpusUnavailableError} */
function partsOf(address: string): { bucket: string; prefix: string } {
  if (!isBucketAddress(address)) throw new CorpusUnavailableError(address, 'is no s3://bucket/prefix.');
  const [bucket = '', ...path] = address.slice('s3://'.length).split('/');
  return { bucket, prefix: path.filter((part) => part !== '').join('/') };
}

async function updateCopy(
  folder: string,
  requests: S3Requests,
  { locator, maxBytes = MAX_FILE_BYTES, signal, onProgress }: Bringing,
): Promise<void> {
  const archive = splitMember(locator ?? '')?.archive;
  const isWanted = (path: string): boolean => locator === undefined || path === locator || path === archive;
  const objects = (await listObjects(requests, archive ?? locator ?? '')).flatMap((object) => {
    const path = pathOf(requests, object.key);
    return path === null || !isWanted(path) ? [] : [{ ...object, path }];
  });
  const copied = await readCopied(folder);
  const present = new Set(objects.map(({ path }) => path));
  for (const path of Object.keys(copied).filter((known) => isWanted(known) && !present.has(known))) {
    await rm(join(folder, path), { force: true });
    delete copied[path];
  }
  const wanted = objects.filter(({ path, digest }) => copied[path] !== digest);
  // What is fetched is in memory as a whole.
  const atOnce = wanted.some(({ path, bytes }) => isArchive(path) && bytes > MAX_FILE_BYTES) ? 1 : AT_ONCE;
  let done = objects.length - wanted.length;
  try {
    for (let at = 0; at < wanted.length; at += atOnce) {
      signal.throwIfAborted();
      const some = wanted.slice(at, at + atOnce);
      await Promise.all(some.map((object) => copy(object, folder, requests, maxBytes)));
      for (const { path, digest } of some) copied[path] = digest;
      done += some.length;
      onProgress(done, objects.length);
    }
  } finally {
    await writeFile(`${folder}.json`, JSON.stringify(copied));
  }
}

/** Relative to the folder of the copy; null for what only marks a folder, and for keys that lead out of it. */
function pathOf(requests: S3Requests, key: string): string | null {
  const beginning = requests.keyOf('');
  if (beginning !== '' && !key.startsWith(`${beginning}/`)) return null;
  const path = beginning === '' ? key : key.slice(beginning.length + 1);
  const isSafe = path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0'));
  return isSafe ? path : null;
}

/** All or nothing, with the object's own time, by which the scan tells that a file has changed. */
async function copy(
  { path, bytes, changedAt }: { readonly path: string; readonly bytes: number; readonly changedAt: Date },
  folder: string,
  requests: S3Requests,
  maxBytes: number,
): Promise<void> {
  const place = join(folder, path);
  await mkdir(dirname(place), { recursive: true });
  const draft = `${place}.${randomUUID()}.tmp`;
  try {
    if (bytes > (isArchive(path) ? MAX_ARCHIVE_BYTES : maxBytes)) {
      await writeFile(draft, '');
      // Takes no room on the disk.
      await truncate(draft, bytes);
    } else {
      const answer = await requests.send({ method: 'GET', key: path });
      // Deleted since it was listed: the next update notices.
      if (answer === undefined) return;
      await writeFile(draft, answer.bytes);
    }
    await utimes(draft, changedAt, changedAt);
    await rename(draft, place);
  } finally {
    await rm(draft, { force: true });
  }
}

async function readCopied(folder: string): Promise<Copied> {
  const text = await readFile(`${folder}.json`, 'utf8').catch(() => '{}');
  try {
    return copiedSchema.parse(JSON.parse(text));
  } catch {
    // Everything is fetched again.
    return {};
  }
}
