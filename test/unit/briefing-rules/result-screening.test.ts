import { describe, expect, it } from 'vitest';
import { scopeFault, screenResult, titleKeyOf } from '../../../workflows/domain/briefing/result-screening.ts';
import { queryOf } from './samples.ts';

const graded = { tier: 1 as const, outlet: 'a.example' };
const hit = { locator: 'https://a.example/1', title: 'Statnett buys batteries', publishedAt: '2026-03-05T09:00:00Z' };
const input = {
  query: queryOf('Statnett'),
  hit,
  graded,
  seenTitles: new Set<string>(),
};
const readable = (status: string) => ({ verdict: 'readable', status });
const rejected = (reason: string) => ({ verdict: 'rejected', reason });

describe('screenResult', () => {
  it.each([
    ['tier 1 is confirmed', {}, readable('confirmed')],
    ['tier 2 is confirmed', { graded: { ...graded, tier: 2 as const } }, readable('confirmed')],
    ['credible, not listed, is reported', { graded: { ...graded, tier: null } }, readable('reported')],
    ['tier 3 is rejected', { graded: { ...graded, tier: 3 as const } }, rejected('source of tier 3')],
    [
      'tier 2 is rejected where the query is for tier 1',
      { query: queryOf('Statnett', { targetTiers: [1] }), graded: { ...graded, tier: 2 as const } },
      rejected('the query is for sources of tier 1 alone'),
    ],
    [
      'an unlisted source is rejected where the query is for tier 1',
      { query: queryOf('Statnett', { targetTiers: [1] }), graded: { ...graded, tier: null } },
      rejected('the query is for sources of tier 1 alone'),
    ],
    [
      'tier 1 is read where the query is for tier 1',
      { query: queryOf('Statnett', { targetTiers: [1] }) },
      readable('confirmed'),
    ],
    [
      'a date that only the page may state is left to the page',
      { hit: { ...hit, publishedAt: null } },
      readable('confirmed'),
    ],
    [
      'an article of the outlet under another address is a duplicate',
      { seenTitles: new Set([titleKeyOf({ title: 'Statnett buys batteries!' }, graded)]) },
      rejected('duplicate: the outlet has it under another address'),
    ],
    [
      'the same headline of another outlet is none',
      { seenTitles: new Set([titleKeyOf(hit, { outlet: 'b.example' })]) },
      readable('confirmed'),
    ],
    [
      'out of scope is rejected',
      { hit: { ...hit, publishedAt: '2026-03-04T23:00:00Z' } },
      rejected('out of scope: published on 2026-03-04, before 2026-03-05'),
    ],
  ])('%s', (_, changes, screening) => {
    expect(screenResult({ ...input, ...changes })).toEqual(screening);
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
