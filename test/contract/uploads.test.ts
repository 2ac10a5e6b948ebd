import { readdir, readFile } from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectionsOf } from '../../activities/corpus/library/collections.ts';
import { createUploads, type Upload, type Uploads } from '../../activities/corpus/library/uploads.ts';

describe('uploads of a home', () => {
  let home: string;
  let uploads: Uploads;

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'plumbline-uploads-'));
    uploads = createUploads({ home, maxBytes: 1_000, maxFiles: 4 });
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
  const textOf = (path: string) => readFile(join(home, 'uploads/shared/papers', path), 'utf8');
  const drafts = () => readdir(join(home, 'uploads/.incoming'));

  it('are files of their collection, with the folders that they came in', async () => {
    expect(await store('a/b/lamp.md', 'nine hours')).toEqual({
      collection: 'papers',
      path: 'a/b/lamp.md',
      bytes: 10,
      outcome: 'added',
    });

    expect(await textOf('a/b/lamp.md')).toBe('nine hours');
    expect(collectionsOf(home, null).map(({ name, isOwn }) => [name, isOwn])).toEqual([['papers', true]]);
    expect(await drafts()).toEqual([]);
  });

  it('never overwrite another content without being told to', async () => {
    await store('lamp.md', 'nine hours');

    expect((await store('lamp.md', 'nine hours')).outcome).toBe('unchanged');
    await expect(store('lamp.md', 'ten hours')).rejects.toMatchObject({ reason: 'exists' });
    expect(await textOf('lamp.md')).toBe('nine hours');
    expect(await store('lamp.md', 'ten hours', { conflict: 'keep-both' })).toMatchObject({ path: 'lamp (2).md' });
    expect((await store('lamp.md', 'ten hours', { conflict: 'keep-both' })).outcome).toBe('unchanged');
    expect(await store('lamp.md', 'six hours', { conflict: 'replace' })).toMatchObject({ outcome: 'replaced' });
    expect([await textOf('lamp.md'), await textOf('lamp (2).md')]).toEqual(['six hours', 'ten hours']);
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

    expect(collectionsOf(home, null)).toEqual([]);
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

    expect(collectionsOf(home, 'anna').map(({ name, isOwn }) => [name, isOwn])).toEqual([
      ['papers', false],
      ['diary', true],
    ]);
    expect(collectionsOf(home, 'bert').map(({ name }) => name)).toEqual(['papers']);
    await expect(uploads.remove('bert', 'diary', 'lamp.md')).rejects.toMatchObject({ reason: 'missing' });
    await expect(uploads.removeCollection('anna', 'papers')).rejects.toMatchObject({ reason: 'missing' });
  });

  it('are removed one by one, with the folders that are empty then, or as a collection', async () => {
    await store('a/b/lamp.md', 'one');
    await store('a/tide.md', 'two');
    await uploads.remove(null, 'papers', 'a/b/lamp.md');
    expect(await readdir(join(home, 'uploads/shared/papers/a'))).toEqual(['tide.md']);
    await expect(uploads.remove(null, 'papers', 'a')).rejects.toMatchObject({ reason: 'missing' });
    await uploads.remove(null, 'papers', 'a/tide.md');
    expect(collectionsOf(home, null)).toEqual([]);

    await store('lamp.md', 'one');
    await uploads.removeCollection(null, 'papers');
    expect(collectionsOf(home, null)).toEqual([]);
    await expect(uploads.removeCollection(null, '../shared')).rejects.toMatchObject({ reason: 'name' });
  });
});
