/** Progress of an index update. */
export interface CorpusProgress {
  /** `renewing` reads all files again, because another version made the index. */
  readonly step: 'waiting' | 'fetching' | 'reading' | 'renewing' | 'ordering' | 'embedding';
  /** Files while reading, passages while embedding; 0 of 0 in steps without a count. */
  readonly done: number;
  readonly total: number;
  /** By the speed so far; null while it is unknown. */
  readonly remainingMs?: number | null;
  /** Of a large PDF that is read now. */
  readonly pages?: { readonly done: number; readonly total: number };
}

/** `indexing: 12,000 of 20,000 files`; counts only, no file names. */
export function describeCorpusProgress({ step, done, total, remainingMs = null, pages }: CorpusProgress): string {
  const share = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  switch (step) {
    case 'waiting':
      return 'waiting for another process that indexes this folder';
    case 'fetching':
      return `fetching ${share} files of the bucket`;
    case 'reading':
      return `indexing: ${share} files${describePages(pages)}`;
    case 'renewing':
      return `rebuilding the index, because another version made the index: ${share} files${describePages(pages)}`;
    case 'ordering':
      return `indexing: ${total.toLocaleString('en')} files read, building the word index`;
    case 'embedding':
      return `embedding ${share} passages${describeRemaining(remainingMs)}`;
  }
}

function describePages(pages: CorpusProgress['pages']): string {
  if (pages === undefined) return '';
  return `, ${pages.done.toLocaleString('en')} of ${pages.total.toLocaleString('en')} pages of a large or scanned file`;
}

function describeRemaining(ms: number | null): string {
  const minutes = Math.round((ms ?? 0) / 60_000);
  return minutes === 0 ? '' : `, about ${minutes} min left`;
}
