import type { EvidencePair } from './evidence-file.ts';
import type { SentenceScorer } from './sentence-ranking.ts';

/** Means over all pairs, 0..1. */
export interface EvidenceFigures {
  /** The first sentence carries evidence. */
  readonly hit1: number;
  /** One of the first three does. */
  readonly hit3: number;
  /** Share of the sentences with evidence that are among the first three. */
  readonly recall3: number;
}

export function measureEvidence(pairs: readonly EvidencePair[], score: SentenceScorer): EvidenceFigures {
  const judged = pairs.map((pair) => {
    const evidence = new Set(pair.evidence);
    const first = rankSentences(score(pair)).slice(0, 3);
    const found = first.filter((index) => evidence.has(index)).length;
    return { hit1: Number(evidence.has(first[0] ?? -1)), hit3: Number(found > 0), recall3: found / evidence.size };
  });
  const mean = (name: keyof EvidenceFigures): number =>
    judged.reduce((sum, figures) => sum + figures[name], 0) / judged.length;
  return { hit1: mean('hit1'), hit3: mean('hit3'), recall3: mean('recall3') };
}

/** Indices of the sentences, best first; ties keep the order of the text. */
export function rankSentences(scores: readonly number[]): number[] {
  return [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}
