import { createPageComparison, type PageComparison } from '../../activities/verification/claims/page-comparison.ts';
import { decideSupport, type PageSupport } from '../../activities/verification/claims/page-support.ts';
import type { ClaimRow } from './claim-row.ts';

/** A row with what the rules and the baseline say. */
export interface JudgedRow {
  readonly row: ClaimRow;
  readonly isTrue: boolean;
  readonly comparison: PageComparison;
  readonly support: PageSupport;
  /** Share of the claim's different words that stand on the page. */
  readonly overlap: number;
}

/** Judges every row whose verdict is known; each page is read once. */
export function judgeRows(rows: readonly ClaimRow[], onProgress: (done: number) => void): JudgedRow[] {
  const known = rows.filter(({ verdict }) => verdict !== 'unknown');
  const judged = new Map<ClaimRow, JudgedRow>();
  for (const [pageText, cited] of Map.groupBy(known, (row) => row.pageText)) {
    const compare = createPageComparison(pageText);
    const words = plainWords(pageText);
    for (const row of cited) {
      const isTrue = row.verdict === 'supported';
      const comparison = compare(row.claim);
      const support = decideSupport(comparison);
      judged.set(row, { row, isTrue, comparison, support, overlap: overlapOf(row.claim, words) });
      onProgress(judged.size);
    }
  }
  return known.flatMap((row) => judged.get(row) ?? []);
}

/** The baseline: no stems, no weights, no rules. */
export function overlapOf(claim: string, pageWords: ReadonlySet<string>): number {
  const words = plainWords(claim);
  return words.size === 0 ? 0 : [...words].filter((word) => pageWords.has(word)).length / words.size;
}

export function plainWords(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
}
