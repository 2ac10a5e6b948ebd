import { type CorpusReport, nameSkippedFiles } from '@plumbline/contracts/evidence/corpus';
import { nameLeftOut } from '@plumbline/contracts/evidence/left-out-phrases';
import type { SearchResult } from '@plumbline/contracts/research/retrieval-activities';
import type { Tools } from '../../workers/assembly/tools.ts';

export interface AskedSearch {
  readonly query: string;
  /** Of the query, ISO 639-1. */
  readonly language: string;
  readonly topK: number;
}

/** What of the folders was not read, a line for each kind. */
export function unreadOf({ skippedFiles, skippedCount, leftOut = [] }: CorpusReport): string[] {
  return [
    ...(leftOut.length > 0 ? [nameLeftOut(leftOut)] : []),
    ...(skippedCount > 0 ? [`not read, or only in part: ${nameSkippedFiles(skippedFiles, skippedCount)}`] : []),
  ];
}

/** Ranked passages of indexed folders. */
export async function searchFolders(
  tools: Pick<Tools, 'openCorpus'>,
  search: AskedSearch & { readonly corpusId: string },
): Promise<SearchResult> {
  return (await tools.openCorpus()).search(search);
}
