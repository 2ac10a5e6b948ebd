import type { Gap } from '../contracts/accounting.ts';
import type { CorpusReport } from '../contracts/corpus.ts';
import type { Diagnostic } from '../contracts/diagnostic.ts';

/** Gaps that leave something unread. */
const LEAVES_UNREAD: ReadonlySet<Gap['kind']> = new Set([
  'search-failed',
  'provider-failed',
  'page-unread',
  'task-failed',
  'passage-unread',
  'limit-reached',
  'finished-early',
]);

/** As many are named where an answer is refused; the list of gaps has all. */
const NAMED_GAPS = 3;

export type ReadInPart = Extract<Diagnostic, { readonly code: 'READ_IN_PART' }>;

/** What a question was looked up in. */
export interface Searched {
  readonly corpus: Pick<CorpusReport, 'files' | 'skippedCount' | 'partialCount' | 'skippedFiles'>;
  readonly gaps: readonly Gap[];
  readonly usesWeb: boolean;
}

/**
 * What was in the scope of a question and not read; null if all of it was read completely. Only then may anything be said not
 * to occur in it. The web is never read completely.
 */
export function readInPart({ corpus, gaps, usesWeb }: Searched): ReadInPart | null {
  const { files, skippedCount, partialCount, skippedFiles } = corpus;
  const unread = gaps.filter(({ kind }) => LEAVES_UNREAD.has(kind));
  if (skippedCount === 0 && unread.length === 0 && !usesWeb) return null;
  return {
    code: 'READ_IN_PART',
    files: files + skippedCount - partialCount,
    skippedCount,
    skippedFiles: [...skippedFiles],
    gaps: unread.slice(0, NAMED_GAPS),
    gapCount: unread.length,
    usesWeb,
  };
}
