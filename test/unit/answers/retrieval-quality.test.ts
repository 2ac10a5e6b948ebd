import { describe, expect, it } from 'vitest';
import {
  needsFallback,
  promoteFew,
  qualityOf,
  qualityOfCount,
  statsOf,
  strengthOf,
  synthesisConfidence,
} from '../../../workflows/domain/answers/retrieval-quality.ts';

describe('quality of a retrieval', () => {
  it.each([
    { citationCount: 0, itemCount: 0, avgScore: null, quality: 'fallback_other' },
    { citationCount: 0, itemCount: 9, avgScore: 0.9, quality: 'fallback_other' },
    { citationCount: 1, itemCount: 1, avgScore: 0.9, quality: 'weak' },
    { citationCount: 3, itemCount: 3, avgScore: 0.4, quality: 'weak' },
    { citationCount: 4, itemCount: 4, avgScore: 0.4, quality: 'good' },
    { citationCount: 4, itemCount: 4, avgScore: null, quality: 'good' },
    { citationCount: 50, itemCount: 50, avgScore: 0.1, quality: 'good' },
  ])('$itemCount items with $citationCount citations and score $avgScore: $quality', ({ quality, ...counted }) => {
    expect(qualityOf(counted)).toBe(quality);
  });

  it.each([
    { found: 0, wanted: 1, quality: 'fallback_other' },
    { found: 1, wanted: 1, quality: 'weak' },
    { found: 3, wanted: 1, quality: 'weak' },
    { found: 4, wanted: 1, quality: 'good' },
    { found: 4, wanted: 2, quality: 'weak' },
    { found: 8, wanted: 2, quality: 'good' },
    { found: 1, wanted: 2, quality: 'fallback_other' },
    { found: 1, wanted: 0, quality: 'weak' },
  ])('without scores, $found found for $wanted wanted: $quality', ({ found, wanted, quality }) => {
    expect(qualityOfCount(found, wanted)).toBe(quality);
  });

  it.each([
    { before: 'weak', itemCount: 0, avgScore: 0.9, after: 'weak' },
    { before: 'weak', itemCount: 1, avgScore: 0.7, after: 'good' },
    { before: 'weak', itemCount: 3, avgScore: 0.71, after: 'good' },
    { before: 'weak', itemCount: 3, avgScore: 0.69, after: 'weak' },
    { before: 'weak', itemCount: 4, avgScore: 0.9, after: 'weak' },
    { before: 'weak', itemCount: 2, avgScore: null, after: 'weak' },
    { before: 'good', itemCount: 2, avgScore: 0.1, after: 'good' },
    { before: 'fallback_other', itemCount: 2, avgScore: 0.9, after: 'fallback_other' },
  ] as const)('$before with $itemCount items of $avgScore becomes $after', ({ before, after, ...counted }) => {
    expect(promoteFew(before, counted)).toBe(after);
  });

  it('averages the scores that are known, and those of the first four', () => {
    const scores = [0.9, null, 0.7, 0.5, 0.1];

    const stats = statsOf({ vertical: 'hotel', citationCount: 5, scores });

    expect(stats).toEqual({ vertical: 'hotel', itemCount: 5, quality: 'good', avgScore: 2.2 / 4, topKAvg: 2.1 / 3 });
  });

  it('knows no average where nothing was scored', () => {
    const stats = statsOf({ vertical: 'other', citationCount: 1, scores: [null] });

    expect(stats).toMatchObject({ avgScore: null, topKAvg: null, quality: 'weak' });
  });

  it('is weak where only what the search put first can be cited', () => {
    const stats = statsOf({ vertical: 'other', citationCount: 3, scores: [] });

    expect(stats).toMatchObject({ itemCount: 0, avgScore: null, quality: 'weak' });
  });

  it('is promoted before anything is written', () => {
    expect(statsOf({ vertical: 'hotel', citationCount: 2, scores: [0.8, 0.9] }).quality).toBe('good');
  });
});

describe('what follows from the quality', () => {
  it.each([
    { quality: 'good', confidence: 'strong', strength: 'strong' },
    { quality: 'weak', confidence: 'weak', strength: 'weak' },
    { quality: 'fallback_other', confidence: 'weak', strength: 'weak' },
    { quality: null, confidence: 'medium', strength: 'ok' },
  ] as const)('$quality: written $confidence, remembered as $strength', ({ quality, confidence, strength }) => {
    expect(synthesisConfidence(quality)).toBe(confidence);
    expect(strengthOf(quality)).toBe(strength);
  });

  it.each([
    { quality: 'weak', vertical: 'hotel', needed: true },
    { quality: 'weak', vertical: 'other', needed: false },
    { quality: 'good', vertical: 'hotel', needed: false },
    { quality: 'fallback_other', vertical: 'hotel', needed: false },
  ] as const)('$quality in $vertical needs an overview: $needed', ({ needed, ...stats }) => {
    expect(needsFallback(stats)).toBe(needed);
  });
});
