import type { ListedSource } from '@plumbline/contracts/briefings/briefing-canon';
import { listedTierOf, sourceTierOf } from '@plumbline/web/source-quality';
import { describe, expect, it } from 'vitest';
import { createGradeResults } from '../../../activities/entries/briefings/grade-results.ts';

const SOURCES: readonly ListedSource[] = [
  { domain: 'norvik-times.test', tier: 2 },
  { domain: 'blogs.norvik-times.test', tier: 3 },
  { domain: '127.0.0.2', tier: 1 },
  { domain: 'europa.eu', tier: 2 },
  { domain: 'localhost', tier: 2 },
];

const grade = async (locator: string) => {
  const hit = {
    provider: 'brave',
    rank: 1,
    providerScore: 1,
    title: '',
    snippet: '',
    passage: null,
    publishedAt: null,
  };
  return (await createGradeResults()({ sources: SOURCES, hits: [{ ...hit, locator }] }))[0];
};

describe('grading the source of a hit', () => {
  it.each([
    ['https://norvik-times.test/a', 2, 'norvik-times.test'],
    ['https://www.norvik-times.test/a', 2, 'norvik-times.test'],
    ['https://energy.blogs.norvik-times.test/a', 3, 'norvik-times.test'],
    ['https://NORVIK-times.test/a', 2, 'norvik-times.test'],
    ['https://not-norvik-times.test/a', null, 'not-norvik-times.test'],
    ['http://127.0.0.2:8080/a', 1, '127.0.0.2'],
    ['http://127.0.0.3:8080/a', null, '127.0.0.3'],
    ['http://localhost:8080/a', 2, 'localhost'],
    // The briefing's own list decides first.
    ['https://ec.europa.eu/a', 2, 'europa.eu'],
    ['https://www.legislation.gov.uk/a', 1, 'legislation.gov.uk'],
    ['https://www.bbc.co.uk/news/a', 2, 'bbc.co.uk'],
  ])('gives %s the tier %s and the outlet %s', async (locator, tier, outlet) => {
    expect(await grade(locator)).toEqual({ locator, tier, outlet });
  });
});

describe('a host that is not listed', () => {
  it.each([
    ['https://www.unheard-of.example/a', null],
    ['notes/lamp.md', null],
    ['https://forum.unheard-of.example/a', 3],
    ['https://forum.europa.eu/a', 3],
    ['https://www.unheard-of.example/~anna/', 3],
    ['https://old.reddit.com/r/a', 3],
    ['https://anna.substack.com/p/a', 3],
    // The registered name itself says nothing of who writes.
    ['https://forum.example/a', null],
    ['https://ec.europa.eu/a', 1],
  ])('is told from one where users write: %s is %s', (url, tier) => {
    expect(listedTierOf(url)).toBe(tier);
  });

  it('counts as tier 3 elsewhere', () => {
    expect(sourceTierOf('https://www.unheard-of.example/a')).toBe(3);
  });
});
