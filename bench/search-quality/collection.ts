import type { MeasuredIndex, MeasuredPassage } from './measured-index.ts';
import type { MeasuredQuery, Stage } from './stages.ts';

/** A folder's documents in the index, its queries, and how rankings are judged. */
export interface Collection<Figures> {
  readonly description: string;
  readonly index: MeasuredIndex;
  readonly queries: readonly MeasuredQuery[];
  /** Plain BM25 over the same documents. */
  readonly baseline: Stage;
  /** @param rankings of passages, in the order of the queries */
  judge(rankings: readonly (readonly MeasuredPassage[])[]): Figures;
  /** What a line of the table shows, by column. */
  cells(figures: Figures): Readonly<Record<string, string>>;
}
