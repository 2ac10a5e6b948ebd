import { describe, expect, it } from 'vitest';
import {
  ASSERTION_MODEL,
  calibratedScore,
  OPERATING_POINT,
  probabilityOf,
  QUESTION_MODEL,
  readHits,
  scoreOfProbability,
} from '../../../activities/offline-engine/passages/passage-relevance.ts';
import { researchSettingsSchema } from '../../../workflows/contracts/research/research-request.ts';

const steps = Array.from({ length: 201 }, (_, index) => index / 200);

describe('scoreOfProbability', () => {
  it.each([0.01, 0.2, 0.7, 0.99])('rises from 0 to 1 and takes the cut %d to the operating point', (cut) => {
    const scores = steps.map((probability) => scoreOfProbability(probability, cut));

    expect(scores[0]).toBe(0);
    expect(scores.at(-1)).toBe(1);
    expect(scoreOfProbability(cut, cut)).toBe(OPERATING_POINT);
    for (const [index, score] of scores.slice(1).entries()) expect(score).toBeGreaterThan(scores[index] ?? 1);
  });

  it.each([
    [-3, 0],
    [1e9, 1],
    [Number.POSITIVE_INFINITY, 1],
    [Number.NaN, 0],
  ])('keeps %d within the scale', (probability, score) => {
    expect(scoreOfProbability(probability, 0.4)).toBe(score);
  });
});

describe('the operating point', () => {
  it('is the threshold that a request has by default', () => {
    expect(researchSettingsSchema.parse({}).relevanceThreshold).toBe(OPERATING_POINT);
  });
});

describe('the weights of the project', () => {
  const [hit] = readHits({ terms: [], answerForm: 'open' }, [
    { title: 'Lamps', headingPath: [], text: 'The lamp burns for nine hours.', language: 'en', rank: 1 },
  ]);
  const features = hit?.features;

  it.each([
    ['claims', ASSERTION_MODEL],
    ['questions', QUESTION_MODEL],
  ])('give every score within the scale, and a cut that is a probability (%s)', (_, model) => {
    if (features === undefined) throw new Error('no hit was read');
    const extremes = [-1e3, -1, 0, 1, 1e3].map((value) =>
      Object.fromEntries(Object.keys(features).map((name) => [name, value])),
    );

    expect(model.cut).toBeGreaterThan(0);
    expect(model.cut).toBeLessThan(1);
    for (const extreme of extremes) {
      const score = calibratedScore(model, { ...features, ...extreme });
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  it('never favour a later rank', () => {
    if (features === undefined) throw new Error('no hit was read');
    for (const model of [ASSERTION_MODEL, QUESTION_MODEL]) {
      const [first = 0, later = 1] = [1, 30].map((rank) =>
        probabilityOf(model, { ...features, logRank: Math.log(rank) }),
      );
      expect(first).toBeGreaterThan(later);
    }
  });
});
