import { type RankedPassage, readHits } from './hit-features.ts';
import { type InformationNeed, rankStatements } from './passage-reading.ts';
import { calibratedScore } from './relevance-calibration.ts';
import { ASSERTION_MODEL, QUESTION_MODEL } from './relevance-weights.ts';

export interface PassageRelevance {
  /** 0..1. */
  readonly relevance: number;
  /** Words of the question that the best statement matches. */
  readonly matchedWords: readonly string[];
}

/**
 * Weight of the rank beside the best statement. The search sees every word of the passage and its rarity, the statement
 * whether the words occur together in the form of an answer; neither alone finds as much.
 */
const RANK_WEIGHT = 0.5;
/** How fast the value of a rank falls with its logarithm, like the discount of nDCG (Järvelin and Kekäläinen 2002). */
const RANK_DECAY = 0.25;

/**
 * How well a passage serves a need: by its best statement, and by its rank r, worth 1 / (1 + 0.25 ln r). Use it to
 * compare passages of one question; {@link scoreHits} says how likely they are relevant.
 */
export function passageRelevance(need: InformationNeed, passage: RankedPassage): PassageRelevance {
  const [best] = rankStatements(need, passage);
  if (best === undefined) return { relevance: 0, matchedWords: [] };
  const worth = 1 / (1 + RANK_DECAY * Math.log(passage.rank));
  return {
    relevance: (best.score + RANK_WEIGHT * worth) / (1 + RANK_WEIGHT),
    matchedWords: best.matchedWords,
  };
}

/**
 * Calibrated scores of hits of one ranking, in the given order: 0.7 is the operating point of the offline engine (see
 * relevance-weights.ts). A passage without a statement is not relevant.
 *
 * @param passages pass the first ten of a ranking in one call, because they are compared with each other
 */
export function scoreHits(need: InformationNeed, passages: readonly RankedPassage[]): PassageRelevance[] {
  const model = need.isAssertion === true ? ASSERTION_MODEL : QUESTION_MODEL;
  return readHits(need, passages).map(({ features, matchedWords, hasStatement }) => ({
    relevance: hasStatement ? calibratedScore(model, features) : 0,
    matchedWords,
  }));
}
