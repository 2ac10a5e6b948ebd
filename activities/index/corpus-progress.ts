/** Progress of an index update. */
export interface CorpusProgress {
  readonly step: 'waiting' | 'reading' | 'ordering' | 'embedding';
  /** Files while reading, passages while embedding; 0 of 0 in steps without a count. */
  readonly done: number;
  readonly total: number;
}

/** `indexing: 12,000 of 20,000 files`; counts only, no file names. */
export function describeCorpusProgress({ step, done, total }: CorpusProgress): string {
  const share = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  switch (step) {
    case 'waiting':
      return 'waiting for another process that indexes this folder';
    case 'reading':
      return `indexing: ${share} files`;
    case 'ordering':
      return `indexing: ${total.toLocaleString('en')} files read, building the word index`;
    case 'embedding':
      return `embedding ${share} passages`;
  }
}
