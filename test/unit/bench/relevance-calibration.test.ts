import { describe, expect, it } from 'vitest';
import {
  calibratedScore,
  OPERATING_POINT,
  readHits,
} from '../../../activities/offline-engine/passages/passage-relevance.ts';
import { describeCalls, measureBands, measureCalls, measureFolds } from '../../../bench/relevance/calibration-table.ts';
import type { JudgedQuery } from '../../../bench/relevance/judged-query.ts';
import { FITTING_PLANS, fitModel } from '../../../bench/relevance/weight-fitting.ts';

const [base] = readHits({ terms: [], answerForm: 'open' }, [
  { title: '', headingPath: [], text: 'The lamp burns for nine hours.', language: 'en', rank: 1 },
]);

/** A claim whose first hit stands out by so much, is relevant or not, and is followed by nine that are not. */
function queryOf(id: number, lead: number, isRelevant: boolean): JudgedQuery {
  if (base === undefined) throw new Error('no hit was read');
  const hits = Array.from({ length: 10 }, (_, index) => ({
    ...base,
    isRelevant: index === 0 && isRelevant,
    features: {
      ...base.features,
      logRank: Math.log(index + 1),
      wordsAboveMean: index === 0 ? lead : -lead / 9,
      wordsAboveBest: index === 0 ? lead : -lead,
    },
  }));
  return { id: String(id), language: 'en', isAssertion: true, hits };
}

/** Leads from 0 to 0.44; the larger ones are relevant, with an exception now and then. */
const queries = Array.from({ length: 100 }, (_, index) => {
  const lead = ((index * 7) % 23) / 50;
  return queryOf(index, lead, index % 31 === 0 ? lead < 0.2 : lead >= 0.2);
});

describe('fitModel', () => {
  const model = fitModel(queries, FITTING_PLANS.claims);

  it('has a cut with enough precision and recall', () => {
    const called = queries
      .flatMap(({ hits }) => hits)
      .filter(({ features }) => calibratedScore(model, features) >= OPERATING_POINT);
    const right = called.filter(({ isRelevant }) => isRelevant).length;
    const relevant = queries.flatMap(({ hits }) => hits).filter(({ isRelevant }) => isRelevant).length;

    expect(right / called.length).toBeGreaterThanOrEqual(0.8);
    expect(right / relevant).toBeGreaterThanOrEqual(0.5);
  });
});

describe('measureFolds', () => {
  it('judges every query once, by a model that has not seen it', () => {
    const folds = measureFolds(queries);
    const relevant = queries.filter(({ hits }) => hits[0]?.isRelevant === true).length;

    expect(folds).toHaveLength(5);
    expect(folds.reduce((sum, { recall }) => sum + recall.n, 0)).toBe(relevant);
    for (const fold of folds) expect(describeCalls(fold).precision).toBeGreaterThan(0.7);
  });
});

describe('measureBands', () => {
  it('puts every hit into one band, and counts the bands from the operating point as called', () => {
    const bands = measureBands(queries);
    const upper = bands.filter(({ from }) => from >= OPERATING_POINT);
    const { precision } = measureCalls(queries);

    expect(bands.reduce((sum, { relevant }) => sum + relevant.n, 0)).toBe(1_000);
    expect(upper.reduce((sum, { relevant }) => sum + relevant.n, 0)).toBe(precision.n);
    expect(upper.reduce((sum, { relevant }) => sum + relevant.count, 0)).toBe(precision.count);
  });
});
