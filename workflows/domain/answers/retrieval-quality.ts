import type { Confidence, RetrievalQuality, RetrievalStats, Strength } from '@plumbline/contracts/answers/answer';

/** Passages or items from which a retrieval is good. */
const GOOD_ITEMS = 4;
/** Those up to which low scores make a retrieval weak. */
const THIN_ITEMS = 2;
/** Items whose average is `topKAvg`. */
const TOP_K = 4;
/** Below this average score many items do not make a retrieval good. */
const LOW_SCORE = 0.5;
/** From this average score on few items make it good. */
const HIGH_SCORE = 0.7;
/** Items up to which high scores count for quantity. */
const FEW_ITEMS = 3;

export interface Retrieved {
  readonly vertical: string;
  readonly citationCount: number;
  /** Of each item, best first, 0..1; null: not scored. */
  readonly scores: readonly (number | null)[];
}

/** What a retrieval brought, with its quality. */
export function statsOf({ vertical, citationCount, scores }: Retrieved): RetrievalStats {
  const avgScore = average(scores);
  const counted = { citationCount, itemCount: scores.length, avgScore };
  const isUnscored = avgScore === null && scores.length > 0;
  const quality = isUnscored ? qualityOfCount(scores.length) : promoteFew(qualityOf(counted), counted);
  return { vertical, itemCount: scores.length, quality, avgScore, topKAvg: average(scores.slice(0, TOP_K)) };
}

interface Counted {
  readonly citationCount: number;
  readonly itemCount: number;
  readonly avgScore: number | null;
}

/** Many items are good; good ones with low scores and little choice are weak. */
export function qualityOf({ citationCount, itemCount, avgScore }: Counted): RetrievalQuality {
  if (citationCount === 0) return 'fallback_other';
  if (itemCount < GOOD_ITEMS) return 'weak';
  const isThin = avgScore !== null && avgScore < LOW_SCORE && itemCount <= THIN_ITEMS;
  return isThin ? 'weak' : 'good';
}

/** Quality without scores: by how many times the wanted number was found. */
export function qualityOfCount(itemCount: number, wanted = 1): RetrievalQuality {
  const times = itemCount / Math.max(1, wanted);
  if (times >= 4) return 'good';
  return times >= 1 ? 'weak' : 'fallback_other';
}

/** A few items that fit well are as good as many. Decided before anything is written, so that prose and label agree. */
export function promoteFew(
  quality: RetrievalQuality,
  { itemCount, avgScore }: Pick<Counted, 'itemCount' | 'avgScore'>,
): RetrievalQuality {
  const fewFitWell = itemCount >= 1 && itemCount <= FEW_ITEMS && avgScore !== null && avgScore >= HIGH_SCORE;
  return quality === 'weak' && fewFitWell ? 'good' : quality;
}

/** Whether the answer needs an overview in addition to a catalogue's items. */
export function needsFallback({ quality, vertical }: Pick<RetrievalStats, 'quality' | 'vertical'>): boolean {
  return quality === 'weak' && vertical !== 'other';
}

/** How confidently an answer may be written. @param quality null: nothing was retrieved */
export function synthesisConfidence(quality: RetrievalQuality | null): Confidence {
  if (quality === null) return 'medium';
  return quality === 'good' ? 'strong' : 'weak';
}

/** What the session remembers. @param quality null: nothing was retrieved */
export function strengthOf(quality: RetrievalQuality | null): Strength {
  if (quality === null) return 'ok';
  return quality === 'good' ? 'strong' : 'weak';
}

function average(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((score) => score !== null);
  return known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length;
}
