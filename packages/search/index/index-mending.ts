import { BlobDamagedError, BlobNotFoundError } from '@plumbline/storage/blobs';
import type { CorpusIndex, UpdateCorpus } from './corpus-index.ts';
import { createIndexReader, IndexMissingError } from './index-folder.ts';

/** Of work that goes on by itself. */
export const UNHEARD: Pick<UpdateCorpus, 'signal' | 'onProgress'> = { signal: AbortSignal.any([]), onProgress() {} };

/**
 * Reads indexes. One that is damaged or gone is built anew, and a text whose stored copy is, is read again from its file: where
 * this process brought the folder up to date before, and so knows what it is.
 */
export function createMending(home: string, renew: CorpusIndex['update']) {
  const indexes = createIndexReader(home);
  const known = new Map<string, UpdateCorpus>();
  const bring: CorpusIndex['update'] = async (request) => {
    const report = await renew(request);
    known.set(report.corpusId, { ...request, ...UNHEARD });
    return report;
  };
  const reading: typeof indexes = async (corpusId, read) => {
    const tried = new Map<string, unknown>();
    for (;;) {
      try {
        return await indexes(corpusId, read);
      } catch (error) {
        const [request, fault] = [known.get(corpusId), faultOf(error)];
        const [first = error] = tried.values();
        if (request === undefined || fault === null || tried.has(fault)) throw first;
        tried.set(fault, error);
        await renew({ ...request, lostText: fault }).catch(() => Promise.reject(first));
      }
    }
  };
  return { bring, reading };
}

/** Hash of a text that is damaged or gone, empty for the index itself; null: not to be mended. */
function faultOf(error: unknown): string | null {
  if (error instanceof IndexMissingError) return '';
  return error instanceof BlobDamagedError || error instanceof BlobNotFoundError ? error.sha256 : null;
}
