import type { Drift, DroppedFinding } from '@plumbline/contracts/evidence/drift';
import { describe, expect, it } from 'vitest';
import { describeDrift, renderDrift } from '../../../client/cli/rendering/render-changes.ts';

const dropped: DroppedFinding = {
  findingId: 't1f3',
  taskId: 't1',
  locator: 'tide.md',
  headingPath: ['Tide', 'Spring tide'],
  contextTier: 2,
  origin: 'reference',
  relevance: 0.75,
  finalRelevance: null,
  reason: 'says nothing about\u001b[2J the lamp',
  excerpt: 'The tide rises twice a day.',
};

const drift: Drift = {
  tiers: [
    { tier: 1, total: 8, kept: 8 },
    { tier: 2, total: 6, kept: 3 },
  ],
  dropped: [dropped],
};

describe('renderDrift', () => {
  it('prints each dropped finding with tier, origin, both relevances, place, reason and first words', () => {
    expect(renderDrift({ ...drift, tiers: [{ tier: 2, total: 6, kept: 5 }] }, 80)).toBe(
      [
        '1 of 6 findings dropped (tier 2: 1 of 6)',
        '  - t1f3: tier 2, reference, relevance 0.75 -> unknown',
        '    tide.md › Tide › Spring tide',
        '    why: says nothing about the lamp',
        '    "The tide rises twice a day."',
      ].join('\n'),
    );
  });

  it('counts the findings that it does not list', () => {
    expect(renderDrift(drift, 80)).toMatch(
      /^3 of 14 findings dropped \(tier 1: 0 of 8, tier 2: 3 of 6\)[^]*… and 2 more$/,
    );
  });

  it('fits the width of the terminal', () => {
    const long = { ...dropped, excerpt: 'word '.repeat(30) };
    const lines = renderDrift({ ...drift, dropped: [long] }, 40)
      .split('\n')
      .slice(2);

    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
  });

  it('says when nothing is known', () => {
    expect(renderDrift(null, 80)).toContain('unknown');
  });
});

describe('describeDrift', () => {
  it('counts over all tiers', () => {
    expect(describeDrift(drift)).toBe('3 of 14 findings dropped');
    expect(describeDrift({ tiers: [{ tier: 3, total: 1, kept: 1 }] })).toBe('0 of 1 finding dropped');
  });
});
