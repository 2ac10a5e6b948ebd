import type { RelevanceModel } from './relevance-calibration.ts';

// Printed by `npm run eval:relevance -- <folder> --fit`, which fits both models to the queries of a folder. To renew
// them, run it on judged claims (BEIR layout) and on judged questions (corpus/ and questions.jsonl), and copy its
// output here.

/**
 * For assertions: compares a hit with the others of its ranking. Fitted on 2026-11-22 to the 809 train claims of
 * SciFact (Wadden et al. 2020) over 5183 abstracts, first 100 hits, judgements of BEIR, unjudged documents not
 * relevant.
 */
export const ASSERTION_MODEL: RelevanceModel = {
  weights: {
    logRank: -0.7166,
    isCompared: 2.0267,
    wordsAboveMean: 5.0409,
    wordsAboveBest: 4.7692,
    wordsAboveNext: 2.9373,
    pairsAboveBest: 0.8388,
    titleAboveNext: 2.4331,
    coverageAboveNext: 2.1359,
  },
  bias: -3.6794,
  cut: 0.4425,
};

/**
 * For questions: uses the best statement and the rank. Fitted on 2026-11-22 to 21 questions over 40 German laws, first
 * 40 hits, relevant only if the passage contains an expected phrase. Other passages answer as well, so the relevant
 * hits weigh as much as all others together, and four fifths of them pass the cut.
 */
export const QUESTION_MODEL: RelevanceModel = {
  weights: { logRank: -0.7848, statement: 9.5347 },
  bias: -1.1029,
  cut: 0.6194,
};
