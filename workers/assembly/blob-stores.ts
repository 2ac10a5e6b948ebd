import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { ServerProbe } from '@plumbline/adapters/server-probes';
import { type BucketDocuments, createBucketDocuments } from '@plumbline/folders/bucket-documents';
import type { UploadFiles } from '@plumbline/library/collections';
import { createBucketUploads, createFolderUploads } from '@plumbline/library/places';
import {
  type BlobStore,
  type BlobSweep,
  createBlobCache,
  createFileBlobStore,
  createFileBlobSweep,
} from '@plumbline/storage/blobs';
import { openPostgresState, readDatabaseId } from '@plumbline/storage/database';
import { type BlobOwner, createS3BlobStore, createS3Requests, S3Error, type S3Requests } from '@plumbline/storage/s3';
import { readSettings } from '../config/settings-files.ts';
import { type BlobsConfig, ConfigurationError, readBlobs, type WorkerConfig } from '../config/worker-config.ts';
import { homeOf } from '../home/home-folder.ts';
import { loadStoreId } from '../home/store-id.ts';

type Config = Pick<WorkerConfig, 'home' | 'blobs'> & {
  readonly calls?: Pick<WorkerConfig['calls'], 'databaseUrl'>;
};

/** Texts and originals: in the folder of the home, or in the configured bucket. */
export function openBlobs(config: Config): BlobStore {
  return config.blobs === null ? createFileBlobStore(config.home) : openBucket(config, config.blobs);
}

/** The same with what deletes unused ones. */
export function openBlobSweep(config: Config): BlobStore & BlobSweep {
  const { home, blobs } = config;
  if (blobs !== null) return openBucket(config, blobs);
  return { ...createFileBlobStore(home), ...createFileBlobSweep(home) };
}

/** For commands that need nothing else of the configuration: what is wrong with it is told by the first use. */
export function openBlobsOf(environment: NodeJS.ProcessEnv): BlobStore {
  let blobs: BlobStore | undefined;
  const open = (): BlobStore => (blobs ??= openBlobs(configOf(environment)));
  return {
    putText: async (text, mediaType) => open().putText(text, mediaType),
    putBytes: async (bytes, mediaType) => open().putBytes(bytes, mediaType),
    getBytes: async (ref) => open().getBytes(ref),
    getText: async (ref) => open().getText(ref),
  };
}

export function openProbesOf(environment: NodeJS.ProcessEnv): ServerProbe[] {
  return createProbes(configOf(environment));
}

/** @throws {ConfigurationError} */
function configOf(environment: NodeJS.ProcessEnv) {
  const variables = readSettings(environment);
  const blobs = readBlobs(variables);
  if (variables.problems.length > 0) throw new ConfigurationError(variables.problems);
  const databaseUrl = variables.read('PLUMBLINE_DATABASE_URL') ?? null;
  return { home: homeOf(environment), blobs, calls: { databaseUrl } };
}

/** In the home, or, where machines need not share one, in the bucket. @throws {ConfigurationError} */
export function openUploadFiles(environment: NodeJS.ProcessEnv): UploadFiles {
  const { home, blobs, calls } = configOf(environment);
  return blobs !== null && isShared({ blobs, calls })
    ? createBucketUploads(createS3Requests(blobs))
    : createFolderUploads(home);
}

/** Documents in any bucket that the keys open. @param keysOf is asked with each use */
export function openBuckets(home: string, keysOf: () => WorkerConfig['buckets']): BucketDocuments {
  return createBucketDocuments(home, (bucket, prefix) => {
    const keys = keysOf();
    return keys && createS3Requests({ ...keys, bucket, prefix });
  });
}

/** Whether everything that a run leaves is in a database and a bucket, so that workers need not share a home. */
export function isShared({ calls, blobs }: Required<Pick<Config, 'blobs' | 'calls'>>): boolean {
  return calls.databaseUrl !== null && blobs !== null;
}

function openBucket(place: Config, config: BlobsConfig): BlobStore & BlobSweep {
  const { home } = place;
  const { bucket, prefix, endpoint } = config;
  // Copies say that the bucket has the blob, so each bucket has its own.
  const name = createHash('sha256')
    .update(JSON.stringify([endpoint, bucket, prefix]))
    .digest('hex')
    .slice(0, 12);
  return createS3BlobStore({
    requests: createS3Requests(config),
    cache: createBlobCache(join(home, 'blob-cache', name), config.cacheBytes),
    home: { store: createFileBlobStore(home), sweep: createFileBlobSweep(home) },
    owner: () => ownerOf(place),
  });
}

/** What knows which blobs are in use: the database of several homes, or else the home. */
async function ownerOf({ home, calls }: Config): Promise<BlobOwner> {
  const url = calls?.databaseUrl ?? null;
  if (url === null) return { id: loadStoreId(home), place: `the store ${loadStoreId(home)}, ${home} on ${hostname()}` };
  const { readDatabaseIdAt } = await import('./state-stores.ts');
  const id = await readDatabaseIdAt(url);
  return { id: `database-${id}`, place: `the PostgreSQL database ${id}` };
}

/** Stores, reads and deletes a small object, and describes the place in one line. @throws {S3Error} that says what to do */
export async function checkBlobs(config: Config): Promise<string> {
  const { blobs } = config;
  if (blobs === null) return 'none: texts are in the store';
  const requests = createS3Requests(blobs);
  const [key, body] = [`${PROBES}${randomUUID()}`, Buffer.from('probe')];
  await askBucket(requests);
  await requests.send({ method: 'PUT', key, body });
  const read = await requests.send({ method: 'GET', key });
  await requests.send({ method: 'DELETE', key });
  if (read === undefined || !read.bytes.equals(body)) throw new Error(`${requests.placeOf(key)} lost what was stored`);
  const others = (await openBlobSweep(config).otherHomes()).map((other) => `; shared with ${other}`);
  return `${requests.placeOf('')} stores, returns and deletes${others.join('')}`;
}

/** Of the servers that the store is on. */
export function createProbes({ blobs, calls }: Pick<Config, 'blobs' | 'calls'>): ServerProbe[] {
  const probes: ServerProbe[] = [];
  const url = calls?.databaseUrl ?? null;
  if (url !== null) {
    const database = openPostgresState(url);
    probes.push(['PostgreSQL', () => readDatabaseId(database)]);
  }
  if (blobs !== null) {
    const requests = createS3Requests(blobs);
    probes.push(['S3', () => askBucket(requests, 1)]);
  }
  return probes;
}

const PROBES = 'probe/';

/** The right to list is what tells a missing key from a forbidden one. */
async function askBucket(requests: S3Requests, attempts?: number): Promise<void> {
  const query = { 'list-type': '2', prefix: requests.keyOf(PROBES) };
  await requests.send({ method: 'GET', key: '', query, ...(attempts !== undefined && { attempts }) });
}

/**
 * Before a worker takes work.
 *
 * @returns a warning where the bucket is away: activities wait for it
 * @throws {S3Error} where the bucket refuses, which no wait mends
 */
export async function refuseUnusableBlobs({ blobs }: Pick<WorkerConfig, 'blobs'>): Promise<string | undefined> {
  if (blobs === null) return undefined;
  try {
    await askBucket(createS3Requests(blobs));
    return undefined;
  } catch (error) {
    if (error instanceof S3Error && error.isTransient) return `${error.message} Runs wait until it answers.`;
    throw error;
  }
}
