import { createHash } from 'node:crypto';
import type { BlobStore, BlobSweep } from '@plumbline/storage/blobs';
import { expect, it } from 'vitest';

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

/** A store whose clean-up is tested as well. */
export interface SweptStore {
  readonly store: BlobStore;
  readonly sweep: BlobSweep;
}

/** Behaviour of every clean-up; called inside a `describe` of the adapter. */
export function itSweepsTexts(opened: () => SweptStore): void {
  const soon = (): number => Date.now() + 60_000;
  const longAgo = (): number => Date.now() - 86_400_000;

  it('lists every blob with its size and the time of its last use', async () => {
    const refs = [
      await opened().store.putText('one', 'text/plain'),
      await opened().store.putText('three', 'text/plain'),
    ];

    const listed = await opened().sweep.list();

    expect(listed.map(({ sha256, bytes }) => ({ sha256, bytes })).sort((a, b) => a.bytes - b.bytes)).toEqual(
      refs.map(({ sha256, byteLength: bytes }) => ({ sha256, bytes })),
    );
    for (const { usedAt } of listed) expect(usedAt).toBeGreaterThan(longAgo());
  });

  it('deletes what was not used since, and nothing else', async () => {
    const { store, sweep } = opened();
    const { sha256 } = await store.putText('evidence', 'text/plain');

    expect(await sweep.sweep(sha256, longAgo())).toBe(false);
    expect(await store.getText({ sha256 })).toBe('evidence');
    expect(await sweep.sweep(sha256, soon())).toBe(true);
    await expect(store.getText({ sha256 })).rejects.toMatchObject({ name: 'BlobNotFoundError' });
    expect(await sweep.list()).toEqual([]);
    expect(await sweep.sweep(sha256, soon())).toBe(false);
  });

  it('stores again what it deleted', async () => {
    const { store, sweep } = opened();
    const { sha256 } = await store.putText('evidence', 'text/plain');
    await sweep.sweep(sha256, soon());

    await store.putText('evidence', 'text/plain');
    expect(await store.getText({ sha256 })).toBe('evidence');
  });
}
