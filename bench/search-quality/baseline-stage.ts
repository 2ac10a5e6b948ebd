import { createBaseline } from './baseline.ts';
import type { MeasuredPassage } from './measured-index.ts';
import type { Stage } from './stages.ts';

const DEPTH = 100;

/** Plain BM25 over texts of the bench's own making, as the stage that all others are compared with. */
export function baselineStage(texts: readonly MeasuredPassage[], tokensOf: (text: string) => readonly string[]): Stage {
  const search = createBaseline(texts, ({ text }) => text, tokensOf);
  return { name: 'BM25 alone', rank: async ({ text }) => search(text, DEPTH) };
}
