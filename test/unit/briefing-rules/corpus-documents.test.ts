import type { SearchHit } from '@plumbline/contracts/evidence/search-hit';
import { describe, expect, it } from 'vitest';
import { documentsOf } from '../../../workflows/briefing/corpus-context.ts';

const hit = (locator: string, changes: Partial<SearchHit> = {}): SearchHit => ({
  provider: 'corpus',
  rank: 1,
  providerScore: 1,
  title: '',
  locator,
  snippet: '',
  passage: null,
  publishedAt: '2026-03-01',
  ...changes,
});
const passage = (sourceId: string, passageId: string) => ({
  passage: { passageId, sourceId, page: null, headingPath: [], start: 0, end: 1 },
});
const scope = {
  theme: { firstSeen: '2026-02-01' },
  slot: { day: '2026-03-06' },
} as const;
const locators = (hits: SearchHit[]) => documentsOf(hits, scope).map(({ locator }) => locator);

describe('documentsOf', () => {
  it('takes one hit for each document', () => {
    const hits = [hit('a.md', passage('a', 'p1')), hit('a.md', passage('a', 'p2')), hit('b.md', passage('b', 'p3'))];

    expect(documentsOf(hits, scope).map((one) => one.passage?.passageId)).toEqual(['p1', 'p3']);
  });

  it.each([
    ['dated at first seen', hit('a', { publishedAt: '2026-02-01T00:00:00Z' }), true],
    ['dated before first seen', hit('a', { publishedAt: '2026-01-31T23:00:00Z' }), false],
    ['dated on the day of the slot', hit('a', { publishedAt: '2026-03-06' }), true],
    ['dated after the day of the slot', hit('a', { publishedAt: '2026-03-07' }), false],
    ['dated by its name', hit('outputs/daily/2026-03-02.md', { publishedAt: null }), true],
    ['dated by its name before first seen', hit('outputs/daily/2026-01-02.md', { publishedAt: null }), false],
    ['without a date', hit('a', { publishedAt: null }), false],
  ])('%s', (_, document, isKept) => {
    expect(locators([document])).toEqual(isKept ? [document.locator] : []);
  });
});
