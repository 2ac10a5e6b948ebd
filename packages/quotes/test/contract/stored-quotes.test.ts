import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createStoredTexts, findQuoteFault } from '@plumbline/quotes/stored-quotes';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/builders/corpus-fixtures.ts';
import { quoteOf } from '../../../../test/support/builders/research-fixtures.ts';

const WORDS = 'The lamp burns all night long.';

let home: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  home = await temporaryFolder();
});

afterEach(() => home.dispose());

/** A quote of `WORDS` in a stored text, and the texts to check it with. */
async function store(before: string, after: string) {
  const blobs = createFileBlobStore(home.path);
  const { sha256 } = await blobs.putText(`${before}${WORDS}${after}`, 'text/plain');
  const place = { textHash: sha256, start: before.length, end: before.length + WORDS.length };
  return { quote: quoteOf('q1', WORDS, place), texts: createStoredTexts(blobs) };
}

describe('findQuoteFault', () => {
  it('finds nothing wrong with the words at their place', async () => {
    const { quote, texts } = await store('Once. ', '');

    expect(await findQuoteFault(quote, texts)).toBeNull();
  });

  it('throws what is no fault of the text, so that the check is tried again', async () => {
    const { quote } = await store('', '');
    const textHash = 'e'.repeat(64);
    await mkdir(join(home.path, 'blobs', 'ee', textHash), { recursive: true });
    const checking = findQuoteFault({ ...quote, textHash }, createStoredTexts(createFileBlobStore(home.path)));

    await expect(checking).rejects.toMatchObject({ code: 'EISDIR' });
  });
});
