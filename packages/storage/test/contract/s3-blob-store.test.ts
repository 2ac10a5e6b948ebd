import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createBlobCache, createFileBlobStore, createFileBlobSweep } from '@plumbline/storage/blobs';
import { createS3Requests, type S3Settings } from '@plumbline/storage/s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/builders/corpus-fixtures.ts';
import { HELD_MS, holdLimits } from '../../../../test/support/held-limits.ts';
import {
  type FaultyS3,
  S3_PROGRAMS,
  startFaultyS3,
  startS3,
  startS3rver,
  type TestS3,
} from '../../../../test/support/servers/s3-servers.ts';
import { createS3BlobStore, keyOfBlob } from '../../stores/s3-blob-store.ts';
import { itKeepsTexts, itSweepsTexts } from './blob-store.contract.ts';

const MEGABYTE = 1_024 ** 2;
const YESTERDAY = new Date(Date.now() - 86_400_000);

let home: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  home = await temporaryFolder();
});
afterEach(() => home.dispose());

interface Opening {
  readonly id?: string;
  readonly cacheBytes?: number;
  readonly timeoutMs?: number;
}

const cacheFolder = (id: string) => join(home.path, `copies-${id}`);

/** As a home with this id has it. */
function open(settings: S3Settings, { id = 'a', cacheBytes = 100 * MEGABYTE, timeoutMs = 60_000 }: Opening = {}) {
  const store = createS3BlobStore({
    requests: createS3Requests(settings, { pause: async () => undefined, timeoutMs }),
    cache: createBlobCache(cacheFolder(id), cacheBytes),
    home: { store: createFileBlobStore(home.path), sweep: createFileBlobSweep(home.path) },
    owner: async () => ({ id, place: `the store ${id}` }),
  });
  return { store, sweep: store };
}

const copyOf = (sha256: string, id = 'a') => join(cacheFolder(id), sha256.slice(0, 2), sha256);

function itIsABlobStore(server: () => TestS3): void {
  let settings: S3Settings;
  beforeEach(() => {
    settings = server().settings();
  });

  describe('with copies on the disk', () => {
    itKeepsTexts(() => open(settings).store);
    itSweepsTexts(() => open(settings));
  });
  describe('without copies', () => {
    itKeepsTexts(() => open(settings, { cacheBytes: 0 }).store);
  });

  it('gives a home what another one stored', async () => {
    const ref = await open(settings).store.putText('evidence', 'text/plain');

    expect(await open(settings, { id: 'b' }).store.getText(ref)).toBe('evidence');
  });
}

let s3: TestS3;
beforeAll(async () => {
  s3 = await startS3rver();
});
afterAll(() => s3.close());

describe('blob store on S3 (s3rver)', () => {
  itIsABlobStore(() => s3);

  let settings: S3Settings;
  beforeEach(() => {
    settings = s3.settings();
  });
  const put = (key: string, text: string) =>
    createS3Requests(settings).send({ method: 'PUT', key, body: Buffer.from(text) });

  it('takes no upload for a blob', async () => {
    const settings = s3.settings();
    const { sha256 } = await open(settings).store.putText('evidence', 'text/plain');
    const key = `uploads/shared/papers/${keyOfBlob(sha256)}`;
    await createS3Requests(settings).send({ method: 'PUT', key, body: Buffer.from('evidence') });

    expect((await open(settings).sweep.list()).map((blob) => blob.sha256)).toEqual([sha256]);
  });

  it('names the object whose bytes were changed', async () => {
    const { sha256 } = await open(settings).store.putText('evidence', 'text/plain');
    await put(keyOfBlob(sha256), 'evidencf');

    await expect(open(settings, { id: 'b' }).store.getText({ sha256 })).rejects.toMatchObject({
      name: 'BlobDamagedError',
      message: expect.stringContaining(`s3://texts/${settings.prefix}/${keyOfBlob(sha256)}`),
    });
  });

  it('fetches anew what is damaged on the disk', async () => {
    const { store } = open(settings);
    const { sha256 } = await store.putText('evidence', 'text/plain');
    await writeFile(copyOf(sha256), 'evidencf');

    expect(await store.getText({ sha256 })).toBe('evidence');
    expect((await stat(copyOf(sha256))).size).toBe('evidence'.length);
  });

  it('asks for the rest of a list with the token of the answer before', async () => {
    const [first, last] = ['a'.repeat(64), 'b'.repeat(64)];
    const page = (sha256: string, more: string) =>
      `<ListBucketResult>${more}<Contents><Key>p/${keyOfBlob(sha256)}</Key><Size>3</Size></Contents></ListBucketResult>`;
    const tokens: (string | null)[] = [];
    const server = createServer((asked, answer) => {
      const token = new URL(asked.url ?? '', 'http://any').searchParams.get('continuation-token');
      tokens.push(token);
      const more = '<NextContinuationToken>1/x+y==&amp;z</NextContinuationToken>';
      answer.end(token === null ? page(first, more) : page(last, ''));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    const listed = await open({ ...settings, endpoint, prefix: 'p' }).sweep.list();
    server.close();
    expect(listed.map(({ sha256 }) => sha256)).toEqual([first, last]);
    expect(tokens).toEqual([null, '1/x+y==&z']);
  });

  it('keeps the copies that were read last within the limit', async () => {
    const { store } = open(settings, { cacheBytes: MEGABYTE });
    const texts = Array.from({ length: 24 }, (_, index) => String(index).padEnd(60_000, 'x'));
    const refs = [];
    for (const [index, text] of texts.entries()) {
      const ref = await store.putText(text, 'text/plain');
      // The first is read all the time, the others were read in their order.
      const readAt = new Date(index === 0 ? Date.now() : YESTERDAY.getTime() + index * 1_000);
      await utimes(copyOf(ref.sha256), readAt, new Date());
      refs.push(ref);
    }

    const folders = await readdir(cacheFolder('a'), { recursive: true, withFileTypes: true });
    const kept = new Set(folders.filter((entry) => entry.isFile()).map(({ name }) => name));
    expect(kept.size * 60_000).toBeLessThanOrEqual(MEGABYTE);
    expect(refs.map(({ sha256 }) => kept.has(sha256))).toEqual(
      refs.map((_, index) => index === 0 || index > refs.length - kept.size),
    );
    expect(await Promise.all(refs.map((ref) => store.getText(ref)))).toEqual(texts);
  });

  it('finds what the home kept before, and moves it into the bucket', async () => {
    const { sha256 } = await createFileBlobStore(home.path).putText('evidence', 'text/plain');

    expect(await open(settings).store.getText({ sha256 })).toBe('evidence');
    expect(await open(settings, { id: 'b' }).sweep.list()).toMatchObject([{ sha256 }]);
  });

  it('names the other homes of a bucket', async () => {
    await open(settings).store.putText('mine', 'text/plain');
    expect(await open(settings).sweep.otherHomes()).toEqual([]);

    await open(settings, { id: 'b' }).store.putText('yours', 'text/plain');
    expect(await open(settings).sweep.otherHomes()).toEqual([`the store b (s3://texts/${settings.prefix}/homes/b)`]);
  });
});

for (const program of S3_PROGRAMS.filter(({ name }) => name !== 's3rver'))
  describe(`blob store on S3 (${program.name}, which is installed here)`, () => {
    let server: TestS3;
    beforeAll(async () => {
      server = await startS3(program);
    });
    afterAll(() => server?.close());
    itIsABlobStore(() => server);

    // s3rver encrypts its tokens by a function that Node no longer has.
    it('lists more blobs than fit into one answer', async () => {
      const { store, sweep } = open(server.settings());
      for (let first = 0; first < 1_010; first += 101) {
        const texts = Array.from({ length: 101 }, (_, index) => `text ${first + index}`);
        await Promise.all(texts.map((text) => store.putText(text, 'text/plain')));
      }

      const listed = await sweep.list();
      expect(new Set(listed.map(({ sha256 }) => sha256)).size).toBe(1_010);
      expect(listed).toHaveLength(1_010);
    });
  });

describe('blob store on an S3 that fails', () => {
  let faulty: FaultyS3;
  beforeEach(async () => {
    faulty = await startFaultyS3(s3);
  });
  afterEach(() => faulty.close());

  it.each(['overloaded', 'cut', 'cut short', 'silent'] as const)(
    'reads again after an answer that was %s',
    async (mishap) => {
      const settings = faulty.settings();
      const ref = await open(settings).store.putText('evidence', 'text/plain');
      faulty.requests.length = 0;
      faulty.mishaps = [mishap, 'overloaded'];
      const limits = holdLimits();
      const read = open(settings, { id: 'b', timeoutMs: HELD_MS }).store.getText(ref);
      await expect.poll(() => faulty.requests.length).toBeGreaterThan(0);
      if (mishap === 'silent') limits.runOut();

      expect(await read).toBe('evidence');
      expect(faulty.requests).toEqual(Array(3).fill(`GET ${ref.sha256}`));
    },
  );

  it.each(['overloaded', 'cut', 'silent'] as const)('stores again after an answer that was %s', async (mishap) => {
    const settings = faulty.settings();
    const limits = holdLimits();
    const { store } = open(settings, { timeoutMs: HELD_MS });
    await store.putText('first', 'text/plain');
    faulty.requests.length = 0;
    faulty.mishaps = [mishap, 'overloaded'];

    const stored = store.putText('evidence', 'text/plain');
    await expect.poll(() => faulty.requests.length).toBeGreaterThan(0);
    if (mishap === 'silent') limits.runOut();

    const { sha256 } = await stored;
    expect(faulty.requests).toEqual(Array(3).fill(`PUT ${sha256}`));
    expect(await open(settings, { id: 'b' }).store.getText({ sha256 })).toBe('evidence');
  });

  it('says in the end what went wrong and how often it was tried', async () => {
    const settings = faulty.settings();
    faulty.mishaps = Array(4).fill('overloaded');

    await expect(open(settings).store.getText({ sha256: 'f'.repeat(64) })).rejects.toMatchObject({
      name: 'S3Error',
      isTransient: true,
      message: `s3://texts/${settings.prefix} cannot be reached (503 SlowDown, tried 4 times).`,
    });
    expect(faulty.requests).toHaveLength(4);
  });

  it('reads copies while S3 is away, and notes their use when it is back', async () => {
    const { store, sweep } = open(faulty.settings());
    const ref = await store.putText('evidence', 'text/plain');
    await utimes(copyOf(ref.sha256), new Date(), YESTERDAY);
    faulty.requests.length = 0;
    faulty.mishaps = ['overloaded'];

    expect(await store.getText(ref)).toBe('evidence');
    expect(faulty.requests).toEqual([`PUT ${ref.sha256}`]);

    expect(await open(faulty.settings()).store.getText(ref)).toBe('evidence');
    expect((await stat(copyOf(ref.sha256))).mtimeMs).toBeGreaterThan(YESTERDAY.getTime());
    expect(await sweep.list()).toHaveLength(1);
  });

  it('asks once for what several readers want at once', async () => {
    const settings = faulty.settings();
    const ref = await open(settings).store.putText('evidence', 'text/plain');
    faulty.requests.length = 0;

    const { store } = open(settings, { id: 'b' });
    expect(await Promise.all([store.getText(ref), store.getText(ref)])).toEqual(['evidence', 'evidence']);
    expect(faulty.requests).toEqual([`GET ${ref.sha256}`]);
  });

  it('says what to do where the bucket is missing', async () => {
    const { store } = open({ ...s3.settings(), bucket: 'elsewhere' });

    await expect(store.putText('evidence', 'text/plain')).rejects.toMatchObject({
      isTransient: false,
      message: expect.stringContaining('(404 NoSuchBucket). Create the bucket, or correct storage.blobs.'),
    });
  });
});
