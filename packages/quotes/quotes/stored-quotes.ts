import type { Quote } from '@plumbline/contracts/evidence/finding';
import { modelReadSpans } from '@plumbline/contracts/evidence/model-read';
import { BlobDamagedError, BlobNotFoundError, type BlobStore } from '@plumbline/storage/blobs';

/** A stored text, or what is wrong with it. */
export type StoredText =
  | { readonly text: string; readonly fault: null }
  | { readonly text: null; readonly fault: string };

/** Reads stored texts by hash, each once. They never change, even if their documents do. */
export interface StoredTexts {
  read(textHash: string): Promise<StoredText>;
}

export function createStoredTexts(blobs: Pick<BlobStore, 'getText'>): StoredTexts {
  const texts = new Map<string, Promise<StoredText>>();
  return {
    read(textHash) {
      const text = texts.get(textHash) ?? readText(blobs, textHash);
      texts.set(textHash, text);
      return text;
    },
  };
}

async function readText(blobs: Pick<BlobStore, 'getText'>, textHash: string): Promise<StoredText> {
  try {
    return { text: await blobs.getText({ sha256: textHash }), fault: null };
  } catch (error) {
    if (error instanceof BlobNotFoundError) return { text: null, fault: `the stored text ${textHash} is missing` };
    if (error instanceof BlobDamagedError) return { text: null, fault: `the stored text ${textHash} is damaged` };
    throw error;
  }
}

/** What is wrong with a quote, compared with the stored text character by character; null if nothing is. */
export async function findQuoteFault(
  { text, textHash, start, end }: Quote,
  texts: StoredTexts,
): Promise<string | null> {
  const { text: stored, fault } = await texts.read(textHash);
  if (stored === null) return fault;
  if (text === '') return 'without words';
  if (start >= end || end > stored.length)
    return `offsets ${start}–${end} are not in the text of ${stored.length} characters`;
  if (stored.slice(start, end) !== text) return `the stored text reads differently at ${start}–${end}`;
  const isUnmarked = modelReadSpans(stored).some((span) => span.start < start && start < span.end);
  return isUnmarked ? 'a model read these words in a picture, and the quotation leaves that out' : null;
}
