import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { collectionsOf, type UploadFiles } from '@plumbline/library/collections';
import { createBucketUploads, createFolderUploads } from '@plumbline/library/places';
import { createUploads, type Upload, type Uploads } from '@plumbline/library/uploads';
import { createS3Requests, type S3Settings } from '@plumbline/storage/s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startS3rver, type TestS3 } from '../../../../test/support/servers/s3-servers.ts';

let s3: TestS3;
beforeAll(async () => void (s3 = await startS3rver()));
afterAll(() => s3.close());

describe.each([
  { place: 'a home', open: (home: string) => createFolderUploads(home) },
  { place: 'a bucket', open: (_: string, settings: S3Settings) => createBucketUploads(createS3Requests(settings)) },
])('uploads in $place', ({ open }) => {
  let home: string;
  let files: UploadFiles;
  let uploads: Uploads;
  /** Of another process that has the same place. */
  let seen: UploadFiles;

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'plumbline-uploads-'));
    const settings = s3.settings();
    [files, seen] = [open(home, settings), open(home, settings)];
    uploads = createUploads({ home, files, maxBytes: 1_000, maxFiles: 4 });
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  const store = (path: string, text: string, changes: Partial<Upload> = {}) =>
    uploads.store({
      user: null,
      collection: 'papers',
      path,
      content: Readable.from([Buffer.from(text)]),
      conflict: 'refuse',
      ...changes,
    });
  const has = async (path: string, text: string) =>
    (await seen.folder('shared', 'papers').hashOf(path)) === createHash('sha256').update(text).digest('hex');
  const collections = async (user: string | null = null) =>
    (await collectionsOf(seen, user)).map(({ name, isOwn }) => [name, isOwn]);
  const drafts = () => readdir(join(home, 'uploads/.incoming'));

  it('are files of their collection, with the folders that they came in', async () => {
    expect(await store('a/b/lamp.md', 'nine hours')).toEqual({
      collection: 'papers',
      path: 'a/b/lamp.md',
      bytes: 10,
      outcome: 'added',
    });

    expect(await has('a/b/lamp.md', 'nine hours')).toBe(true);
    // The S3 server of the tests lists no folder that has folders alone.
    await store('tide.md', 'twice a day');
    expect(await collectionsOf(seen, null)).toEqual([
      { name: 'papers', directory: `${files.directory}/shared/papers`, isOwn: true },
    ]);
    expect(await drafts()).toEqual([]);
  });

  it('never overwrite another content without being told to', async () => {
    await store('lamp.md', 'nine hours');

    expect((await store('lamp.md', 'nine hours')).outcome).toBe('unchanged');
    await expect(store('lamp.md', 'ten hours')).rejects.toMatchObject({ reason: 'exists' });
    expect(await has('lamp.md', 'nine hours')).toBe(true);
    expect(await store('lamp.md', 'ten hours', { conflict: 'keep-both' })).toMatchObject({ path: 'lamp (2).md' });
    expect((await store('lamp.md', 'ten hours', { conflict: 'keep-both' })).outcome).toBe('unchanged');
    expect(await store('lamp.md', 'six hours', { conflict: 'replace' })).toMatchObject({ outcome: 'replaced' });
    expect([await has('lamp.md', 'six hours'), await has('lamp (2).md', 'ten hours')]).toEqual([true, true]);
    await expect(store('lamp.md/x.md', 'x')).rejects.toMatchObject({ reason: 'exists' });
    await store('folder/x.md', 'x');
    await expect(store('folder', 'x')).rejects.toMatchObject({ reason: 'exists' });
  });

  it.each([
    ['program.exe', 'MZ', 'type', 'unsupported file type'],
    ['old.doc', 'x', 'type', 'old Word format: save it as DOCX or PDF'],
    ['scan.png', 'x', 'type', 'a picture; set PLUMBLINE_OCR=eng to read scans'],
    ['papers.zip', 'no archive', 'type', expect.stringContaining('ZIP')],
    ['../lamp.md', 'x', 'name', expect.stringContaining('full stop')],
    ['long.md', 'x'.repeat(1_001), 'full', expect.stringContaining('all uploads together')],
  ])('refuse %s, and leave nothing of it', async (path, text, reason, message) => {
    await expect(store(path, text)).rejects.toMatchObject({ reason, message });

    expect(await collections()).toEqual([]);
    expect(await drafts().catch(() => [])).toEqual([]);
    expect(await uploads.spaceOf(null)).toMatchObject({ usedBytes: 0, files: 0 });
  });

  it('leave nothing of an upload that breaks off, and stop one that is too large before its end', async () => {
    const broken = async function* () {
      yield Buffer.from('nine');
      throw new Error('the connection is gone');
    };
    let sent = 0;
    const endless = async function* () {
      for (; sent < 1_000; sent += 1) yield Buffer.alloc(100);
    };

    await expect(store('lamp.md', '', { content: broken() })).rejects.toThrow('the connection is gone');
    await expect(store('lamp.md', '', { content: endless() })).rejects.toMatchObject({ reason: 'full' });

    expect(sent).toBeLessThan(100);
    expect(await drafts()).toEqual([]);
    expect((await store('lamp.md', 'x'.repeat(1_000))).bytes).toBe(1_000);
  });

  it('are limited in number', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await store(`${name}.md`, name);

    await expect(store('e.md', 'e')).rejects.toMatchObject({ reason: 'full' });
    await uploads.remove(null, 'papers', 'a.md');
    expect((await store('e.md', 'e')).outcome).toBe('added');
  });

  it('of one user are seen by that user alone; shared ones are seen by all and changed by none of them', async () => {
    await store('lamp.md', 'shared');
    await store('lamp.md', 'of anna', { user: 'anna', collection: 'diary' });

    expect(await collections('anna')).toEqual([
      ['papers', false],
      ['diary', true],
    ]);
    expect(await collections('bert')).toEqual([['papers', false]]);
    await expect(uploads.remove('bert', 'diary', 'lamp.md')).rejects.toMatchObject({ reason: 'missing' });
    await expect(uploads.removeCollection('anna', 'papers')).rejects.toMatchObject({ reason: 'missing' });
  });

  it('are removed one by one, with the folders that are empty then, or as a collection', async () => {
    await store('a/notes.md/lamp.md', 'one');
    await store('a/tide.md', 'two');
    await uploads.remove(null, 'papers', 'a/notes.md/lamp.md');
    await expect(uploads.remove(null, 'papers', 'a')).rejects.toMatchObject({ reason: 'missing' });
    expect((await store('a/notes.md', 'no folder')).outcome).toBe('added');
    for (const path of ['a/notes.md', 'a/tide.md']) await uploads.remove(null, 'papers', path);
    expect(await collections()).toEqual([]);

    await store('lamp.md', 'one');
    await store('lamp.md', 'two', { collection: 'papers-of-others' });
    await uploads.removeCollection(null, 'papers');
    expect(await collections()).toEqual([['papers-of-others', true]]);
    await expect(uploads.removeCollection(null, '../shared')).rejects.toMatchObject({ reason: 'name' });
  });
});
