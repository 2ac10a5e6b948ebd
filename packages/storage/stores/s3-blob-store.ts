import type { BlobCache } from './blob-cache.ts';
import { BlobDamagedError, type BlobStore, type BlobSweep } from './blob-store.ts';
import { sha256Of, USE_NOTED_EVERY_MS } from './file-blob-store.ts';
import { changedMsAgo, listObjects, type S3Answer, type S3Request, type S3Requests } from './s3-requests.ts';
export {
  createS3Requests,
  listFolders,
  listObjects,
  S3Error,
  type S3Requests,
  type S3Settings,
} from './s3-requests.ts';

/** Who keeps blobs here, homes or the databases that several share, one object each. */
const HOMES = 'homes/';
const BLOB_KEY = /[0-9a-f]{64}$/;
/** After a use could not be noted, none is noted for so long: readers of cached blobs do not wait for a server that is away. */
const QUIET_MS = 60_000;

export interface BlobOwner {
  readonly id: string;
  readonly place: string;
}

interface S3BlobOptions {
  readonly requests: S3Requests;
  readonly cache: BlobCache;
  /** What the home kept before it had S3, and keeps until it is used again. */
  readonly home: { readonly store: BlobStore; readonly sweep: BlobSweep };
  /** Who knows which blobs are in use, and how to describe it to the people of others. */
  readonly owner: () => Promise<BlobOwner>;
}

/**
 * Blobs as objects `<prefix>/<first two hex digits>/<sha256>` of S3, the layout of the folder of a home. Each is checked
 * against its hash whenever it is read, from S3 or from the cache.
 *
 * The time of an object is its last use: storing and, once an hour, reading write it again. See `sweep`.
 */
export function createS3BlobStore(options: S3BlobOptions): BlobStore & BlobSweep {
  const store = createStore(options);
  return { ...store, ...createSweep(options) };
}

export function keyOfBlob(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256}`;
}

/** Puts blobs into the bucket, and copies of them on the disk. */
function createUploads({ requests, cache, owner }: S3BlobOptions) {
  let registered: Promise<unknown> | undefined;
  let quietUntil = 0;
  const keep = (sha256: string, bytes: Uint8Array, notedAt: number): Promise<void> =>
    // S3 has it; the disk may be full.
    cache.write(sha256, bytes, notedAt).catch(() => undefined);
  const registerOnce = (): Promise<unknown> =>
    (registered ??= owner()
      .then((own) => register(requests, own))
      .catch((error: unknown) => {
        registered = undefined;
        throw error;
      }));
  const upload = async (sha256: string, bytes: Uint8Array, extra: Pick<S3Request, 'mediaType' | 'attempts'> = {}) => {
    await registerOnce();
    await requests.send({ method: 'PUT', key: keyOfBlob(sha256), body: bytes, ...extra });
    await keep(sha256, bytes, Date.now());
  };
  /** A reader may lack the right to write, and what was read is right whether its use is noted or not. */
  const noteUse = async (sha256: string, bytes: Uint8Array): Promise<void> => {
    if (Date.now() < quietUntil) return;
    await upload(sha256, bytes, { attempts: 1 }).catch(() => void (quietUntil = Date.now() + QUIET_MS));
  };
  return { keep, upload, noteUse };
}

function createStore(options: S3BlobOptions): BlobStore {
  const { cache } = options;
  const uploads = createUploads(options);
  const reading = new Map<string, Promise<Buffer>>();
  const fetchOnce = (sha256: string): Promise<Buffer> => {
    const running = reading.get(sha256) ?? fetchBlob(options, uploads, sha256).finally(() => reading.delete(sha256));
    reading.set(sha256, running);
    return running;
  };
  const readBytes = async (sha256: string): Promise<Buffer> => {
    const cached = await cache.read(sha256);
    if (cached === undefined) return fetchOnce(sha256);
    if (isDue(cached.notedAt)) await uploads.noteUse(sha256, cached.bytes);
    return cached.bytes;
  };
  const putBytes: BlobStore['putBytes'] = async (bytes, mediaType) => {
    const sha256 = sha256Of(bytes);
    const cached = await cache.read(sha256);
    if (cached === undefined || isDue(cached.notedAt)) await uploads.upload(sha256, bytes, { mediaType });
    return { sha256, byteLength: bytes.length, mediaType };
  };

  return {
    putBytes,
    putText: (text, mediaType) => putBytes(Buffer.from(text, 'utf8'), mediaType),
    getBytes: ({ sha256 }) => readBytes(sha256),
    getText: async ({ sha256 }) => (await readBytes(sha256)).toString('utf8'),
  };
}

/** From the bucket, or from what the home kept before, which moves there. */
async function fetchBlob(
  { requests, home }: S3BlobOptions,
  { keep, upload, noteUse }: ReturnType<typeof createUploads>,
  sha256: string,
): Promise<Buffer> {
  const found = await download(requests, sha256);
  if (found === undefined) {
    const bytes = Buffer.from(await home.store.getBytes({ sha256 }));
    await upload(sha256, bytes);
    return bytes;
  }
  const usedAt = usedAtOf(found.headers);
  await keep(sha256, found.bytes, usedAt);
  if (isDue(usedAt)) await noteUse(sha256, found.bytes);
  return found.bytes;
}

/** Undefined: S3 has none. @throws {BlobDamagedError} */
async function download(requests: S3Requests, sha256: string): Promise<S3Answer | undefined> {
  const key = keyOfBlob(sha256);
  for (const isLast of [false, true]) {
    const answer = await requests.send({ method: 'GET', key });
    if (answer === undefined || sha256Of(answer.bytes) === sha256) return answer;
    // Once more: the damage may be of the way.
    if (isLast) break;
  }
  throw new BlobDamagedError(sha256, requests.placeOf(key));
}

function register(requests: S3Requests, { id, place }: BlobOwner) {
  const body = Buffer.from(`${place}\n`, 'utf8');
  return requests.send({ method: 'PUT', key: `${HOMES}${id}`, body, mediaType: 'text/plain' });
}

function isDue(notedAt: number): boolean {
  return notedAt < Date.now() - USE_NOTED_EVERY_MS;
}

/** By the clock of this machine. */
function usedAtOf(headers: Headers): number {
  return Date.now() - changedMsAgo(headers, headers.get('last-modified'));
}

function createSweep({ requests, cache, home, owner }: S3BlobOptions): BlobSweep {
  const otherHomes = async (): Promise<readonly string[]> => {
    const ids = (await listObjects(requests, HOMES)).map(({ key }) => key.slice(key.lastIndexOf('/') + 1));
    const own = await owner();
    const others = ids.filter((id) => id !== '' && id !== own.id);
    return Promise.all(
      others.map(async (id) => {
        const described = await requests.send({ method: 'GET', key: `${HOMES}${id}` });
        return `${described?.bytes.toString('utf8').trim() ?? id} (${requests.placeOf(`${HOMES}${id}`)})`;
      }),
    );
  };
  return {
    otherHomes,
    async list() {
      const objects = (await listObjects(requests, '')).flatMap(({ key, bytes, ageMs }) => {
        const sha256 = BLOB_KEY.exec(key)?.[0] ?? '';
        // Beside the blobs are uploads, and what else the bucket has.
        return key !== requests.keyOf(keyOfBlob(sha256)) ? [] : [{ sha256, bytes, usedAt: Date.now() - ageMs }];
      });
      const known = new Set(objects.map(({ sha256 }) => sha256));
      return [...objects, ...(await home.sweep.list()).filter(({ sha256 }) => !known.has(sha256))];
    },
    async sweep(sha256, before) {
      const isOfHome = await home.sweep.sweep(sha256, before);
      const key = keyOfBlob(sha256);
      // Right before its deletion: it may have been used since it was listed.
      const found = await requests.send({ method: 'HEAD', key });
      if (found === undefined || usedAtOf(found.headers) >= before) return isOfHome && found === undefined;
      await requests.send({ method: 'DELETE', key });
      await cache.remove(sha256);
      return true;
    },
    restore: () => home.sweep.restore(),
  };
}
