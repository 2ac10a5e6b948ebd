import { describe, expect, it } from 'vitest';
import { isAsked, scopeFault, screenResult, titleKeyOf } from '../../../workflows/domain/briefing/result-screening.ts';
import { queryOf } from './samples.ts';

const graded = { tier: 1 as const, outlet: 'a.example' };
const hit = { locator: 'https://a.example/1', title: 'Statnett buys batteries', publishedAt: '2026-03-05T09:00:00Z' };
const input = {
  query: queryOf('Statnett'),
  hit,
  graded,
  seenTitles: new Set<string>(),
};

describe('screenResult', () => {
  it.each([
    ['tier 1 is read', {}, null],
    ['tier 2 is read', { graded: { ...graded, tier: 2 as const } }, null],
    ['credible, not listed, is read', { graded: { ...graded, tier: null } }, null],
    ['tier 3 is rejected', { graded: { ...graded, tier: 3 as const } }, 'source of tier 3'],
    [
      'tier 3 is read for a watchpoint',
      { graded: { ...graded, tier: 3 as const }, query: queryOf('Statnett', { targetTiers: [1, 2, 3] }) },
      null,
    ],
    ['a date that only the page may state is left to the page', { hit: { ...hit, publishedAt: null } }, null],
    [
      'an article of the outlet under another address is a duplicate',
      { seenTitles: new Set([titleKeyOf({ title: 'Statnett buys batteries!' }, graded)]) },
      'duplicate: the outlet has it under another address',
    ],
    [
      'the same headline of another outlet is none',
      { seenTitles: new Set([titleKeyOf(hit, { outlet: 'b.example' })]) },
      null,
    ],
    [
      'out of scope is rejected',
      { hit: { ...hit, publishedAt: '2026-03-04T23:00:00Z' } },
      'out of scope: published on 2026-03-04, before 2026-03-05',
    ],
  ])('%s', (_, changes, fault) => {
    expect(screenResult({ ...input, ...changes })).toBe(fault);
  });
});

describe('isAsked', () => {
  it.each([
    [[1, 2], 2, true],
    [[1, 2], null, true],
    [[1, 2], 3, true],
    [[1], 1, true],
    [[1], 2, false],
    [[1], 3, false],
    [[1], null, false],
  ] as const)('a query for tiers %j asks a source of tier %s: %s', (targetTiers, tier, asked) => {
    expect(isAsked({ targetTiers: [...targetTiers] }, { tier })).toBe(asked);
  });
});

describe('scopeFault', () => {
  it.each([
    ['2026-03-04', 'out of scope: published on 2026-03-04, before 2026-03-05'],
    ['2026-03-05', null],
    ['2026-03-06T23:59:00Z', null],
    ['2026-03-07T00:01:00Z', 'out of scope: published on 2026-03-07, after 2026-03-06'],
    ['yesterday', 'it has no date'],
    [null, 'it has no date'],
  ])('of %s it says %s', (publishedAt, fault) => {
    expect(scopeFault(publishedAt, queryOf('Statnett'))).toBe(fault);
  });

  it('asks nothing of a date where the query has no time scope', () => {
    expect(scopeFault('1999-01-01', queryOf('Statnett', { since: null, until: null }))).toBeNull();
  });
});
