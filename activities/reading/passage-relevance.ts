import { type Interest, type ReadablePassage, rankStatements } from './passage-reading.ts';
import { type GradeBorders, gradeOf } from './relevance-rubric.ts';

/** A passage and its place in the ranking that found it, counted from 1. */
export interface RankedPassage extends ReadablePassage {
  readonly rank: number;
}

export interface PassageRelevance {
  /** 0..1; comparable between passages of one question. */
  readonly relevance: number;
  /** Words of the question that the best statement meets. */
  readonly matchedWords: readonly string[];
}

/**
 * What the rank weighs beside the best statement. The search sees every word of the passage and how rare it is, the
 * statement whether the words stand together and have the form of an answer: neither finds as much alone.
 */
const RANK_WEIGHT = 0.5;
/** How slowly the worth of a rank falls: with its logarithm, like the discount of nDCG (Järvelin and Kekäläinen 2002). */
const RANK_DECAY = 0.25;

/** Below 0.35 hardly any passage holds an answer. */
const PASSAGE_BORDERS: GradeBorders = [0.6, 0.5, 0.35, 0.2];

/** How well a passage serves an interest: by its best statement, and by its rank r, worth 1 / (1 + 0.25 ln r). */
export function passageRelevance(interest: Interest, passage: RankedPassage): PassageRelevance {
  const [best] = rankStatements(interest, passage);
  if (best === undefined) return { relevance: 0, matchedWords: [] };
  const worth = 1 / (1 + RANK_DECAY * Math.log(passage.rank));
  return {
    relevance: (best.score + RANK_WEIGHT * worth) / (1 + RANK_WEIGHT),
    matchedWords: best.matchedWords,
  };
}

/** Grade on the rubric for the relevance of a passage. */
export function passageGradeOf(relevance: number): number {
  return gradeOf(relevance, PASSAGE_BORDERS);
}
