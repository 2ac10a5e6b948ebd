import { setTimeout as delay } from 'node:timers/promises';
import type { CorpusOfRequest } from '@plumbline/contracts/common/file-selection';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import type { Tools } from '../../workers/assembly/tools.ts';
import { EnvironmentError } from '../errors/failures.ts';

/** How long a call waits before it says that it goes on elsewhere. Clients give up after a minute. */
export const CALL_PATIENCE_MS = 50_000;

/** Brings folders up to date for searches, for all clients together. */
export interface FolderIndexing {
  /**
   * Waits a while; what takes longer goes on without the call.
   *
   * @throws {EnvironmentError} when it is still going on
   */
  update(documents: CorpusOfRequest, signal: AbortSignal): Promise<CorpusReport>;
}

interface Job {
  readonly done: Promise<CorpusReport>;
  /** Its last line of progress. */
  readonly told: { readonly line: string };
}

interface FolderIndexingOptions {
  readonly tools: Pick<Tools, 'indexFolders'>;
  readonly patienceMs?: number;
  /** Ends the work. */
  readonly closing: AbortSignal;
}

export function createFolderIndexing({
  tools,
  patienceMs = CALL_PATIENCE_MS,
  closing,
}: FolderIndexingOptions): FolderIndexing {
  const jobs = new Map<string, Job>();
  const begin = (documents: CorpusOfRequest, key: string): Job => {
    const told = { line: 'indexing' };
    const onProgress = (line: string) => void (told.line = line);
    const done = tools.indexFolders(documents, { signal: closing, onProgress }).finally(() => jobs.delete(key));
    // The call that began it may be gone.
    done.catch(() => undefined);
    const job = { done, told };
    jobs.set(key, job);
    return job;
  };
  return {
    async update(documents, signal) {
      const key = JSON.stringify(documents);
      const job = jobs.get(key) ?? begin(documents, key);
      const waited = new AbortController();
      try {
        const ends = AbortSignal.any([signal, waited.signal]);
        const report = await Promise.race([job.done, delay(patienceMs, null, { signal: ends })]);
        if (report !== null) return report;
      } finally {
        waited.abort();
      }
      throw new EnvironmentError(
        `the folders are not indexed yet (${job.told.line})`,
        'It goes on: search again in a minute.',
      );
    },
  };
}
