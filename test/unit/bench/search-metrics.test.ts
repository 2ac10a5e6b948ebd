import { describe, expect, it } from 'vitest';
import { createBaseline, englishTokens, wordTokens } from '../../../bench/search-quality/baseline.ts';
import { mean, normalizedGain, recallAt } from '../../../bench/search-quality/metrics.ts';

describe('normalizedGain', () => {
  const relevant = new Set(['a', 'b']);

  it('is 1 for the relevant ones first, in any order, and 0 without any', () => {
    expect(normalizedGain(['b', 'a', 'x'], relevant, 10)).toBe(1);
    expect(normalizedGain(['x', 'y'], relevant, 10)).toBe(0);
    expect(normalizedGain([], relevant, 10)).toBe(0);
  });

  it('discounts by the logarithm of the rank', () => {
    // (1 / log2(3) + 1 / log2(5)) / (1 / log2(2) + 1 / log2(3)) = (0.63093 + 0.43068) / 1.63093
    expect(normalizedGain(['x', 'a', 'y', 'b'], relevant, 10)).toBeCloseTo(0.65092, 5);
  });

  it('looks no further than the depth, in the ranking and in the best one', () => {
    expect(normalizedGain(['x', 'a'], relevant, 1)).toBe(0);
    expect(normalizedGain(['a', 'x'], relevant, 1)).toBe(1);
  });
});

describe('recallAt', () => {
  it('is the share of the relevant ones among the first', () => {
    const relevant = new Set(['a', 'b', 'c', 'd']);

    expect([1, 2, 5].map((depth) => recallAt(['a', 'x', 'b', 'c'], relevant, depth))).toEqual([0.25, 0.25, 0.75]);
  });
});

describe('mean', () => {
  it('is the sum by the number', () => {
    expect(mean([1, 2, 6])).toBe(3);
  });
});

describe('baseline', () => {
  const rank = createBaseline(['lamp oil', 'lamp lamp rope rope', 'tide'], (text) => text, wordTokens);

  it('ranks by BM25', () => {
    // idf(lamp) = ln(1 + 1.5 / 2.5) = 0.470, mean length 7 / 3.
    // First: 2.2 / (1 + 1.2 (0.25 + 0.75 · 2 / 2.333)) = 1.063; second: 4.4 / (2 + 1.2 (0.25 + 0.75 · 4 / 2.333)) = 1.144.
    expect(rank('lamp', 5)).toEqual(['lamp lamp rope rope', 'lamp oil']);
    expect(rank('lamp oil', 5)[0]).toBe('lamp oil');
  });

  it('gives nothing for unknown words, and no more than the limit', () => {
    expect(rank('whale', 5)).toEqual([]);
    expect(rank('lamp', 1)).toHaveLength(1);
  });

  it('splits into words', () => {
    expect(englishTokens('The X-ray is 3.5 mm')).toEqual(['x', 'ray', '3', '5', 'mm']);
    expect(wordTokens('Öl für §5')).toEqual(['öl', 'für', '5']);
  });
});
