import { PassageNotFoundError } from './corpus-errors.ts';
import type { CorpusIndex, StoredPassage } from './corpus-index.ts';

/** The passage; null when its document was changed or removed after the passage was found. */
export async function readPassageIfPresent(
  corpus: Pick<CorpusIndex, 'readPassage'>,
  corpusId: string,
  passageId: string,
): Promise<StoredPassage | null> {
  try {
    return await corpus.readPassage(corpusId, passageId);
  } catch (error) {
    if (error instanceof PassageNotFoundError) return null;
    throw error;
  }
}
