import { describe, expect, it } from 'vitest';
import { sourceWeigher } from '../../source-quality/source-quality.ts';

describe('sourceWeigher', () => {
  it.each([
    ['low', [1.02, 1, 0.98]],
    ['medium', [1.1, 1, 0.9]],
    ['high', [1.25, 1, 0.75]],
    ['auto', [1.1, 1, 0.9]],
  ] as const)('weighs the tiers as %s says', (weighting, weights) => {
    const weigh = sourceWeigher(weighting);

    expect([weigh(1), weigh(2), weigh(3)]).toEqual(weights);
  });

  it('leaves ungraded findings unchanged', () => {
    expect(sourceWeigher('high')(null)).toBe(1);
  });
});
