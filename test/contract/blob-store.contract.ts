import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { BlobStore } from '../../activities/platform/storage/blob-store.ts';

/** Behaviour that every blob store shows; called inside a `describe` of the adapter. */
export function itKeepsTexts(store: () => BlobStore): void {
  it.each(['', 'plain', 'Grüße 😀\r\n\u00AD\uFEFFend', '\uFEFFmark first'])(
    'gives back %j character by character',
    async (text) => {
      const ref = await store().putText(text, 'text/plain');

      expect(await store().getText(ref)).toBe(text);
    },
  );

  it('names a text by the SHA-256 of its UTF-8 bytes', async () => {
    const bytes = Buffer.from('müde', 'utf8');

    expect(await store().putText('müde', 'text/markdown')).toEqual({
      sha256: createHash('sha256').update(bytes).digest('hex'),
      byteLength: bytes.length,
      mediaType: 'text/markdown',
    });
  });

  it('gives back bytes that are not text', async () => {
    const bytes = Uint8Array.from([0, 255, 254, 13, 10, 128]);
    const ref = await store().putBytes(bytes, 'application/pdf');

    expect(ref).toMatchObject({ byteLength: 6, mediaType: 'application/pdf' });
    expect(Uint8Array.from(await store().getBytes(ref))).toEqual(bytes);
  });

  it('stores the same text any number of times, also concurrently', async () => {
    const refs = await Promise.all(Array.from({ length: 20 }, () => store().putText('same', 'text/plain')));

    expect(new Set(refs.map((ref) => ref.sha256)).size).toBe(1);
    expect(await store().getText(await store().putText('same', 'text/plain'))).toBe('same');
  });

  it('refuses a hash it never stored', async () => {
    const ref = { sha256: 'f'.repeat(64), byteLength: 1, mediaType: 'text/plain' };

    await expect(store().getText(ref)).rejects.toMatchObject({ name: 'BlobNotFoundError' });
  });
}
