import { MIN_QUOTE_LENGTH, type Quote, type Source } from '../../workflows/contracts/evidence.ts';
import type { BlobStore } from '../stores/blob-store.ts';

/** Stored texts of sources, each read once. */
export interface StoredTexts {
  /** Null for a source that is not among those known. */
  read(sourceId: string): Promise<string | null>;
}

export function createStoredTexts(sources: readonly Source[], blobs: Pick<BlobStore, 'getText'>): StoredTexts {
  const known = new Map(sources.map((source) => [source.sourceId, source]));
  const texts = new Map<string, Promise<string>>();
  return {
    async read(sourceId) {
      const source = known.get(sourceId);
      if (source === undefined) return null;
      const text = texts.get(sourceId) ?? blobs.getText(source.text);
      texts.set(sourceId, text);
      return text;
    },
  };
}

/** What is wrong with a quote, compared with the stored text letter by letter; null when nothing is. */
export async function findQuoteFault(
  { text, sourceId, start, end }: Quote,
  texts: StoredTexts,
): Promise<string | null> {
  const stored = await texts.read(sourceId);
  if (stored === null) return `unknown source ${sourceId}`;
  if (text.length < MIN_QUOTE_LENGTH) return `shorter than ${MIN_QUOTE_LENGTH} characters`;
  if (start >= end || end > stored.length)
    return `offsets ${start}–${end} are not in the text of ${stored.length} characters`;
  return stored.slice(start, end) === text ? null : `the stored text reads differently at ${start}–${end}`;
}
