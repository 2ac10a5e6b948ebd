import type { BriefingClaim } from '@plumbline/contracts/briefings/briefing-items';
import { describe, expect, it } from 'vitest';
import { datedSources } from '../../../activities/briefings/writing/briefing-writing.ts';
import { briefingItem, claim, pageFinding, themeOutput } from '../../support/builders/briefing-fixtures.ts';

const PAGE = (id: string) => `https://${id}.example/`;
const findings = ['new', 'old', 'older'].map((id) => pageFinding(id, 'The hall stands at Norhaven.', PAGE(id), id));
const items = [briefingItem({ locator: PAGE('new'), publishedAt: '2026-03-05T00:00:00Z', tier: 2 })];

const datesOf = (...claims: Partial<BriefingClaim>[]) =>
  datedSources({ findings, items, themes: [themeOutput({ claims: claims.map(claim) })] }).map(
    ({ publishedAt }) => publishedAt?.slice(0, 10) ?? null,
  );

describe('datedSources', () => {
  it.each<{ name: string; claims: Partial<BriefingClaim>[]; dates: (string | null)[] }>([
    { name: 'has the dates of items', claims: [], dates: ['2026-03-05', null, null] },
    {
      name: 'gives the date of a claim to its only page',
      claims: [{ citations: ['oldq1'], evidencedAt: '2026-03-01T00:00:00Z' }],
      dates: ['2026-03-05', '2026-03-01', null],
    },
    {
      name: 'gives it to no page where an item has that date',
      claims: [{ citations: ['oldq1', 'newq1'], evidencedAt: '2026-03-05T00:00:00Z' }],
      dates: ['2026-03-05', null, null],
    },
    {
      name: 'gives it to the page without a date where the item is older',
      claims: [{ citations: ['oldq1', 'newq1'], evidencedAt: '2026-03-06T00:00:00Z' }],
      dates: ['2026-03-05', '2026-03-06', null],
    },
    {
      name: 'gives it to none of two',
      claims: [{ citations: ['oldq1', 'olderq1'], evidencedAt: '2026-03-01T00:00:00Z' }],
      dates: ['2026-03-05', null, null],
    },
  ])('$name', ({ claims, dates }) => {
    expect(datesOf(...claims)).toEqual(dates);
  });
});
