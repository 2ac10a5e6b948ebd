import type { Passage, Source } from '../../../workflows/contracts/evidence/evidence.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import type { StoredPassage } from './corpus-index.ts';

/** Reads passages with their words, in the given order. Reads each text once, however many passages are from it. */
export function readStoredPassages(
  blobs: Pick<BlobStore, 'getText'>,
  places: readonly { readonly passage: Passage; readonly source: Source }[],
): Promise<StoredPassage[]> {
  const texts = new Map<string, Promise<string>>();
  return Promise.all(
    places.map(async ({ passage, source }) => {
      const text = texts.get(source.text.sha256) ?? blobs.getText(source.text);
      texts.set(source.text.sha256, text);
      return { passage, source, text: (await text).slice(passage.start, passage.end) };
    }),
  );
}
