import type { Activities, Reading } from '@plumbline/contracts/activities';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { PassageHit, SearchHit } from '@plumbline/contracts/evidence/search-hit';
import type { SearchInput } from '@plumbline/contracts/research/retrieval-activities';
import { searchEach } from '../../../activities/entries/research/search-folder.ts';
import { QUOTE_TEXT, reasoned } from './scripted-evidence.ts';

export function scriptedHit(passageId: string, query: string, rank = 1): PassageHit {
  return {
    provider: 'corpus',
    query,
    rank,
    providerScore: 10 - rank,
    title: 'Lamp manual',
    locator: 'lamp.md',
    snippet: QUOTE_TEXT,
    passage: { passageId, page: null, headingPath: ['Use'] },
    publishedAt: null,
  };
}

/** Reads the passages of a call one by one. */
export function readEach(
  read: (reading: Reading) => Finding | null | Promise<Finding | null>,
): Activities['extractQuotes'] {
  return async ({ readings }) =>
    reasoned({
      findings: await Promise.all(readings.map(async (reading) => read(reading))),
      leads: [],
      contradictions: [],
      stored: null,
    });
}

/** Finds what is scripted for one query, for each of a call. */
export function findEach(
  find: (input: SearchInput) => Promise<{ readonly hits: readonly SearchHit[]; readonly notes: readonly string[] }>,
): Activities['searchFolder'] {
  return (input) => searchEach(input, find);
}
