import type { Passage, Source } from '../../../workflows/contracts/evidence/evidence.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import type { PassageIndex, StoredPassage } from './corpus-index.ts';

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

/** Reads a passage; null if its document was changed or removed since the search. */
export async function readPassageIfPresent(
  corpus: Pick<PassageIndex, 'readPassages'>,
  corpusId: string,
  passageId: string,
): Promise<StoredPassage | null> {
  return (await corpus.readPassages(corpusId, [passageId])).get(passageId) ?? null;
}
