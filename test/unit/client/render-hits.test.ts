import type { SearchHit } from '@plumbline/contracts/evidence/search-hit';
import { describe, expect, it } from 'vitest';
import { renderOutcomes, type SearchOutcome } from '../../../client/cli/commands/search.ts';

const passage: SearchHit = {
  provider: 'corpus',
  query: 'lamp',
  rank: 1,
  providerScore: 7.25,
  title: 'Harbour lamp',
  locator: 'norms/lamp.pdf',
  snippet: 'The lamp burns for nine hours.',
  passage: { passageId: 'p1', page: 3, headingPath: ['Oil'] },
  publishedAt: null,
};
const page: SearchHit = {
  ...passage,
  provider: 'crossref',
  providerScore: 1,
  title: 'On lamps',
  locator: 'https://journal.example/lamps',
  passage: null,
  publishedAt: '2024-05-06T00:00:00.000Z',
};
const folders: SearchOutcome = {
  provider: 'corpus',
  hits: [passage, { ...passage, locator: 'log/lamp.pdf' }],
  notes: [],
  problem: null,
};

describe('renderOutcomes', () => {
  it('counts the passages of all folders in one list', () => {
    expect(renderOutcomes([folders], { columns: 80 })).toBe(`1.   7.250  Harbour lamp
     norms/lamp.pdf, page 3, Oil
     The lamp burns for nine hours.

2.   7.250  Harbour lamp
     log/lamp.pdf, page 3, Oil
     The lamp burns for nine hours.`);
  });

  it('shows a page with address and date, and no score', () => {
    const crossref: SearchOutcome = { provider: 'crossref', hits: [page], notes: [], problem: null };

    expect(renderOutcomes([crossref], { columns: 80 })).toBe(`1.   On lamps
     https://journal.example/lamps, 2024-05-06
     The lamp burns for nine hours.`);
  });

  it('names each place, and distinguishes one without hits from one that failed', () => {
    const outcomes: SearchOutcome[] = [
      { provider: 'arxiv', hits: [], notes: [], problem: null },
      { provider: 'brave', hits: [], notes: [], problem: 'It does not answer.' },
    ];

    expect(renderOutcomes(outcomes, { columns: 80 })).toBe('arxiv:\n\nNothing found.\n\nbrave:\n\nSearch failed.');
  });
});
