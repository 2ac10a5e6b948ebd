import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlobStore, createFileBlobStore, createFileBlobSweep } from '@plumbline/storage/blobs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/builders/corpus-fixtures.ts';
import { itKeepsTexts, itSweepsTexts } from './blob-store.contract.ts';

describe('file blob store', () => {
  let home: Awaited<ReturnType<typeof temporaryFolder>>;
  let store: BlobStore;

  beforeEach(async () => {
    home = await temporaryFolder();
    store = createFileBlobStore(home.path);
  });
  afterEach(() => home.dispose());

  itKeepsTexts(() => store);
  itSweepsTexts(() => ({ store, sweep: createFileBlobSweep(home.path) }));

  it('refuses a blob whose bytes were changed, until the text is stored again', async () => {
    const ref = await store.putText('evidence', 'text/plain');
    await writeFile(join(home.path, 'blobs', ref.sha256.slice(0, 2), ref.sha256), 'evidencf');

    await expect(store.getText(ref)).rejects.toMatchObject({ name: 'BlobDamagedError', sha256: ref.sha256 });

    await store.putText('evidence', 'text/plain');
    expect(await store.getText(ref)).toBe('evidence');
  });

  it('leaves nothing but complete blobs behind', async () => {
    const ref = await store.putText('evidence', 'text/plain');
    await store.putText('evidence', 'text/plain');

    expect(await readdir(join(home.path, 'blobs', ref.sha256.slice(0, 2)))).toEqual([ref.sha256]);
  });
});
