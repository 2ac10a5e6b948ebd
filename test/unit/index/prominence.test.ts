import { expect, it } from 'vitest';
import { prominenceOfBest } from '../../../activities/corpus/search-index/vector-index.ts';

/** Similarities around 0.8, close together, as those of real models are. */
const crowd = (count: number): number[] => Array.from({ length: count }, (_, at) => 0.8 + 0.01 * Math.sin(at));

it('is high when one passage is far above all others', () => {
  expect(prominenceOfBest([...crowd(100), 0.9])).toBeGreaterThan(2);
});

it('is negative for the best of a crowd', () => {
  expect(prominenceOfBest(crowd(100))).toBeLessThan(0);
});

it('does not depend on the scale of the model', () => {
  const scores = [...crowd(60), 0.84];

  expect(prominenceOfBest(scores.map((score) => 0.3 * score - 0.1))).toBeCloseTo(prominenceOfBest(scores));
});

it('asks more of the best of many', () => {
  expect(prominenceOfBest(crowd(5_000))).toBeLessThan(prominenceOfBest(crowd(50)));
});

it.each<[number[]]>([[[0.8]], [[0.9, 0.1, 0.2]], [Array.from({ length: 40 }, () => 0.5)]])(
  'is unknown among %j',
  (scores) => {
    expect(prominenceOfBest(scores)).toBe(0);
  },
);
