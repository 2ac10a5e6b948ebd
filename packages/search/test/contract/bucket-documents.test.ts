import { createBucketDocuments } from '@plumbline/folders/bucket-documents';
import type { CorpusIndex } from '@plumbline/search/corpus-index';
import { createFolderCorpusIndex } from '@plumbline/search/folders';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { createS3Requests, type S3Requests, type S3Settings } from '@plumbline/storage/s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/builders/corpus-fixtures.ts';
import { startS3rver, type TestS3 } from '../../../../test/support/servers/s3-servers.ts';

const signal = new AbortController().signal;
const LAMP = '# Lamp\n\nThe harbour lamp burns for nine hours.\n';

describe('documents in a bucket', () => {
  let server: TestS3;
  let settings: S3Settings;
  let requests: S3Requests;
  let corpus: CorpusIndex;

  beforeAll(async () => void (server = await startS3rver()));
  afterAll(() => server.close());
  beforeEach(async () => {
    settings = server.settings();
    requests = createS3Requests(settings);
    corpus = await machine();
    await put('lamp.md', LAMP);
    await put('notes/Öl & Docht #1+2.md', '# Docht\n\nThe wick is replaced every forty days.\n');
  });

  it('are read and found, whatever they are called, by the same id on every machine', async () => {
    const { corpusId, files } = await update();
    const other = await (await machine()).update(requestOf());

    expect(files).toBe(2);
    expect(other.corpusId).toBe(corpusId);
    expect(await found(corpusId, 'wick replaced')).toBe('notes/Öl & Docht #1+2.md');
  });

  it('are fetched again when they change, and forgotten when they are deleted', async () => {
    await update();
    await put('lamp.md', LAMP.replace('nine', 'eleven'));
    await requests.send({ method: 'DELETE', key: 'notes/Öl & Docht #1+2.md' });

    const steps: string[] = [];
    const { corpusId, changed, removed } = await corpus.update({
      ...requestOf(),
      onProgress: ({ step, done, total }) => steps.push(`${step} ${done} of ${total}`),
    });

    expect({ changed, removed }).toEqual({ changed: 1, removed: 1 });
    expect(steps).toContain('fetching 1 of 1');
    const [hit] = (await corpus.search({ corpusId, query: 'lamp burns', language: 'en', topK: 1 })).hits;
    expect(hit?.snippet).toContain('eleven hours');
  });

  it('are told when they are too large, and not fetched', async () => {
    await put('large.txt', 'word '.repeat(1_000));

    const { skippedFiles } = await corpus.update({ ...requestOf(), maxFileBytes: 2_000 });

    expect(skippedFiles).toEqual([expect.objectContaining({ locator: 'large.txt' })]);
  });

  it.each([
    { address: 's3://', without: 'is no s3://bucket/prefix' },
    { address: 's3://missing-bucket/docs', without: 'cannot be read' },
    { address: 's3://texts/nothing-here', without: 'is empty' },
  ])('are refused with a reason: $address', async ({ address, without }) => {
    const documents = createBucketDocuments((await temporaryFolder()).path, requestsTo);
    const index = await machine(documents);

    await expect(
      address === 's3://'
        ? documents.bring({ address, signal, onProgress: () => undefined })
        : index.update({ ...requestOf(), directory: address }),
    ).rejects.toThrow(without);
  });

  it('need keys', async () => {
    const { path } = await temporaryFolder();
    const index = await machine(createBucketDocuments(path, () => null));

    await expect(index.update(requestOf())).rejects.toThrow('AWS_ACCESS_KEY_ID');
  });

  const requestsTo = (bucket: string, prefix: string) => createS3Requests({ ...settings, bucket, prefix });

  async function machine(given?: ReturnType<typeof createBucketDocuments>): Promise<CorpusIndex> {
    const { path: home } = await temporaryFolder();
    const buckets = given ?? createBucketDocuments(home, requestsTo);
    return createFolderCorpusIndex({ home, blobs: createFileBlobStore(home), buckets, now: () => new Date() });
  }

  function requestOf() {
    return { directory: `s3://${settings.bucket}/${settings.prefix}`, signal, onProgress: () => undefined };
  }

  const update = () => corpus.update(requestOf());

  async function found(corpusId: string, query: string): Promise<string | undefined> {
    const { hits } = await corpus.search({ corpusId, query, language: 'en', topK: 1 });
    return hits[0]?.locator;
  }

  function put(key: string, text: string) {
    return requests.send({ method: 'PUT', key, body: Buffer.from(text), mediaType: 'text/markdown' });
  }
});
