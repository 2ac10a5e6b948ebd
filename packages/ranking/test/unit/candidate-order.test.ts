import type { RankedHit } from '@plumbline/contracts/evidence/search-hit';
import type { SourceTier } from '@plumbline/contracts/evidence/source';
import { type Candidate, orderCandidates } from '@plumbline/ranking/hit-decisions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const candidateOf = (
  locator: string,
  score: number | null,
  selection: RankedHit['selection'] = 'passed',
  sourceTier: SourceTier | null = null,
): Candidate => ({
  ranked: {
    locator,
    passage: null,
    relevance: { id: locator, score, reason: '' },
    sourceTier,
    selection,
  },
  score,
});
const orderOf = (candidates: readonly Candidate[]) => orderCandidates(candidates).map(({ ranked }) => ranked.locator);

describe('orderCandidates', () => {
  it('orders by selection, then by score, with unknown scores last', () => {
    const candidates = [
      candidateOf('unknown', null, 'below'),
      candidateOf('zero', 0, 'below'),
      candidateOf('below', 0.9, 'below'),
      candidateOf('passed', 0.7),
      candidateOf('named', 0.1, 'named'),
      candidateOf('foreign', null, 'unjudged'),
    ];

    expect(orderOf(candidates)).toEqual(['named', 'passed', 'foreign', 'below', 'zero', 'unknown']);
  });

  it('prefers the better source among equal scores, with local files in the middle', () => {
    const candidates = [
      candidateOf('third', 0.8, 'passed', 3),
      candidateOf('local', 0.8),
      candidateOf('first', 0.8, 'passed', 1),
    ];

    expect(orderOf(candidates)).toEqual(['first', 'local', 'third']);
  });

  it('keeps the given order for ties', () => {
    const scores = fc.array(fc.constantFrom(0.2, 0.8, null), { maxLength: 30 });
    fc.assert(
      fc.property(scores, (given) => {
        const candidates = given.map((score, index) => candidateOf(String(index), score));
        const expected = [0.8, 0.2, null].flatMap((wanted) =>
          given.flatMap((s, i) => (s === wanted ? [String(i)] : [])),
        );

        expect(orderOf(candidates)).toEqual(expected);
      }),
    );
  });

  it('gives one order for any permutation of different scores', () => {
    const scores = fc.uniqueArray(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 });
    fc.assert(
      fc.property(scores, fc.infiniteStream(fc.nat()), (given, keys) => {
        const candidates = given.map((score, index) => candidateOf(String(index), score === 0 ? 0 : score));
        const shuffled = candidates
          .map((candidate) => ({ candidate, key: keys.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ candidate }) => candidate);

        expect(orderOf(shuffled)).toEqual(orderOf(candidates));
      }),
    );
  });
});
