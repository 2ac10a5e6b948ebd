import type { RankedReference } from '@plumbline/contracts/evidence/search-hit';
import { matching } from '@plumbline/ranking/hit-decisions';
import { describe, expect, it } from 'vitest';

function hit(share: number, words: number, changes: Partial<RankedReference> = {}) {
  const ranked: RankedReference = {
    locator: 'lamp.md',
    passage: null,
    relevance: { id: 'p1', score: 0.4, reason: '' },
    sourceTier: null,
    selection: 'below',
    ...changes,
  };
  return { ranked, shared: { share, words } };
}

describe('hits that a model reads', () => {
  it.each([
    { name: 'half of what the best holds', other: hit(0.4, 3), isRead: true },
    { name: 'less than half of it', other: hit(0.39, 3), isRead: false },
    { name: 'one word', other: hit(0.5, 1), isRead: false },
    { name: 'less, among the first of the search', other: hit(0.3, 3, { selection: 'leading' }), isRead: false },
    { name: 'less, above the threshold', other: hit(0.3, 1, { selection: 'passed' }), isRead: true },
    { name: 'less, named by the question', other: hit(0, 0, { selection: 'named' }), isRead: true },
    { name: 'less, found by meaning', other: hit(0, 0, { byMeaning: true }), isRead: true },
  ])('hold $name: $isRead', ({ other, isRead }) => {
    const best = hit(0.8, 4);

    expect(matching([best, other])).toEqual(isRead ? [best, other] : [best]);
  });

  it('may share one word where no hit shares more', () => {
    const all = [hit(0.5, 1), hit(0.5, 1)];

    expect(matching(all)).toEqual(all);
    expect(matching([])).toEqual([]);
  });
});
