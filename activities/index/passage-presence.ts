import type { PassageIndex, StoredPassage } from './corpus-index.ts';

/** The passage; null when its document was changed or removed after the passage was found. */
export async function readPassageIfPresent(
  corpus: Pick<PassageIndex, 'readPassages'>,
  corpusId: string,
  passageId: string,
): Promise<StoredPassage | null> {
  return (await corpus.readPassages(corpusId, [passageId])).get(passageId) ?? null;
}
