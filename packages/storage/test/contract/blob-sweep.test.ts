import { readdir, rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '@plumbline/storage/blobs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/builders/corpus-fixtures.ts';
import { listBlobs, restoreSweptBlobs, sweepBlob } from '../../stores/blob-sweep.ts';
import { blobPathOf, createFileBlobStore, sweptPathOf } from '../../stores/file-blob-store.ts';

const LONG_AGO = new Date('2026-01-02T03:04:05.000Z');

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let store: BlobStore;
let sha256: string;
let path: string;

beforeEach(async () => {
  home = await temporaryFolder();
  store = createFileBlobStore(home.path);
  ({ sha256 } = await store.putText('evidence', 'text/plain'));
  path = blobPathOf(home.path, sha256);
  await utimes(path, LONG_AGO, LONG_AGO);
});
afterEach(() => home.dispose());

const yesterday = (): number => Date.now() - 86_400_000;

describe('sweeping a blob', () => {
  it('deletes one that was not used recently', async () => {
    expect(await sweepBlob(home.path, sha256, yesterday())).toBe(true);

    expect(await listBlobs(home.path)).toEqual([]);
    await expect(store.getText({ sha256 })).rejects.toMatchObject({ name: 'BlobNotFoundError' });
  });

  it.each([
    { use: 'stored again', again: () => store.putText('evidence', 'text/plain') },
    { use: 'read', again: () => store.getText({ sha256 }) },
  ])('restores one that was $use after it was chosen', async ({ again }) => {
    await again();

    expect(await sweepBlob(home.path, sha256, yesterday())).toBe(false);
    expect(await store.getText({ sha256 })).toBe('evidence');
    expect(await readdir(join(path, '..'))).toEqual([sha256]);
  });

  it('keeps a blob readable and storable while it is set aside', async () => {
    await rename(path, sweptPathOf(path));

    expect(await store.getText({ sha256 })).toBe('evidence');
    await store.putText('evidence', 'text/plain');
    expect(await sweepBlob(home.path, sha256, yesterday())).toBe(false);
    expect(await store.getText({ sha256 })).toBe('evidence');
  });

  it('restores what a killed sweep set aside', async () => {
    await rename(path, sweptPathOf(path));

    await restoreSweptBlobs(home.path);
    expect(await readdir(join(path, '..'))).toEqual([sha256]);
  });

  it('loses nothing that is stored during repeated sweeps', async () => {
    const texts = Array.from({ length: 30 }, (_, index) => `text ${index}`);
    for (let round = 0; round < 10; round++) {
      const [refs] = await Promise.all([
        Promise.all(texts.map((text) => store.putText(text, 'text/plain'))),
        ...(await listBlobs(home.path)).map((blob) => sweepBlob(home.path, blob.sha256, yesterday())),
      ]);

      expect(await Promise.all(refs.map((ref) => store.getText(ref)))).toEqual(texts);
      await Promise.all(refs.map((ref) => utimes(blobPathOf(home.path, ref.sha256), LONG_AGO, LONG_AGO)));
    }
  });
});
