import type { Outlet } from './world-places.ts';

/** One page of the world. */
export interface Article {
  /** Counted from 1. */
  readonly day: number;
  readonly outlet: Outlet;
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** A search finds it by any of these. */
  readonly terms: readonly string[];
  /** ISO date of the page where it differs from its day; the search service then gives none. */
  readonly publishedAt?: string;
}

const FEES = ['grid agency', 'grid fee'];
const IMPORTS = ['customs office', 'harbour authority', 'battery cells'];
const SODIUM = ['nordcell'];
const HYDROGEN = ['pipeline office'];

/** Fourteen days of news: it appears, repeats, reverses, contradicts, goes stale, and there is noise. */
export const NEWS: readonly Article[] = [
  {
    day: 1,
    outlet: 'agency',
    path: '/fee-12',
    title: 'Grid fee for battery storage',
    text: 'On 2 March the Grid Agency set the grid fee for battery storage at 12 euros per megawatt hour.',
    terms: FEES,
  },
  {
    day: 1,
    outlet: 'courier',
    path: '/fee-12',
    title: 'Battery storage pays a grid fee',
    text: 'The grid fee for battery storage is 12 euros per megawatt hour, the Grid Agency announced on 2 March.',
    terms: FEES,
  },
  {
    day: 1,
    outlet: 'herald',
    path: '/duty',
    title: 'Import duty on battery cells',
    text: 'The Customs Office collected an import duty of 4 percent on battery cells in February.',
    terms: IMPORTS,
  },
  {
    day: 1,
    outlet: 'courier',
    path: '/lund',
    title: 'Nordcell opens in Lund',
    text: 'Nordcell opened its sodium-ion plant in Lund on 1 March.',
    terms: SODIUM,
  },
  {
    day: 1,
    outlet: 'herald',
    path: '/first-cells',
    title: 'First sodium-ion cells from Lund',
    text: 'Nordcell produced 2,000 sodium-ion cells on the first day.',
    terms: SODIUM,
  },
  {
    day: 2,
    outlet: 'herald',
    path: '/fee-again',
    title: 'What battery storage pays',
    text: 'The grid fee for battery storage is 12 euros per megawatt hour, according to the Grid Agency.',
    terms: FEES,
  },
  {
    day: 3,
    outlet: 'blog',
    path: '/ruin',
    title: 'The grid fee will ruin us',
    text: 'The Grid Agency raised the grid fee for battery storage to 90 euros per megawatt hour.',
    terms: FEES,
  },
  {
    day: 3,
    outlet: 'courier',
    path: '/archive/hearing',
    title: 'Hearing on the grid fee',
    text: 'The Grid Agency held a hearing on the grid fee for battery storage in Kiel on 20 February.',
    terms: FEES,
    publishedAt: '2026-02-20',
  },
  {
    day: 3,
    outlet: 'herald',
    path: '/opinion/lower-the-fee',
    title: 'Opinion: lower the grid fee',
    text: 'I think the Grid Agency should lower the grid fee for battery storage as soon as possible.',
    terms: FEES,
  },
  {
    day: 4,
    outlet: 'agency',
    path: '/fee-20',
    title: 'Grid fee for battery storage raised',
    text: 'On 5 March the Grid Agency set the grid fee for battery storage at 20 euros per megawatt hour.',
    terms: FEES,
  },
  {
    day: 4,
    outlet: 'courier',
    path: '/fee-20',
    title: 'Battery storage pays more',
    text: 'The grid fee for battery storage is 20 euros per megawatt hour, the Grid Agency announced on 5 March.',
    terms: FEES,
  },
  {
    day: 4,
    outlet: 'herald',
    path: '/harbour',
    title: 'Battery cells in the harbour',
    text: 'The Harbour Authority unloaded 9,000 tonnes of battery cells in February.',
    terms: IMPORTS,
  },
  {
    day: 5,
    outlet: 'tradeLetter',
    path: '/fee-25',
    title: 'Grid fee said to rise again',
    text: 'The grid fee for battery storage is 25 euros per megawatt hour, the Grid Agency told members on 6 March.',
    terms: FEES,
  },
  {
    day: 5,
    outlet: 'courier',
    path: '/delivery',
    title: 'Nordcell delivers',
    text: 'Nordcell delivered its first sodium-ion cells to the Harbour Authority on 6 March.',
    terms: SODIUM,
  },
  {
    day: 6,
    outlet: 'insider',
    path: '/fee-25',
    title: 'More about the grid fee',
    text: 'The grid fee for battery storage is 25 euros per megawatt hour, the Grid Agency told traders on 7 March.',
    terms: FEES,
  },
  {
    day: 7,
    outlet: 'tradeLetter',
    path: '/fee-25-again',
    title: 'Grid fee once more',
    text: 'The grid fee for battery storage is 25 euros per megawatt hour, a table of the Grid Agency showed on 8 March.',
    terms: FEES,
  },
  {
    day: 7,
    outlet: 'agency',
    path: '/fee-25',
    title: 'Notice on the grid fee',
    text: 'The grid fee for battery storage is 25 euros per megawatt hour, the Grid Agency confirmed on 8 March.',
    terms: FEES,
  },
  {
    day: 7,
    outlet: 'courier',
    path: '/exemption',
    title: 'Fee exemption ends',
    text: 'The Ministry of Energy ended the fee exemption for storage on 8 March.',
    terms: ['fee exemption'],
  },
  {
    day: 8,
    outlet: 'courier',
    path: '/hydrogen',
    title: 'First section of the hydrogen grid',
    text: 'The Pipeline Office approved the first section of the hydrogen grid between Kiel and Lund on 9 March.',
    terms: HYDROGEN,
  },
  {
    day: 8,
    outlet: 'insider',
    path: '/waiver',
    title: 'Duty waived',
    text: 'The Customs Office waived the import duty on 300 battery cells for research on 9 March.',
    terms: IMPORTS,
  },
  {
    day: 8,
    outlet: 'agency',
    path: '/waiver',
    title: 'Notice on the import duty',
    text: 'The Customs Office waived the import duty on 300 battery cells for research on 9 March, a notice says.',
    // Only a query for this very claim finds it.
    terms: ['300'],
  },
  {
    day: 10,
    outlet: 'herald',
    path: '/hydrogen',
    title: 'Hydrogen grid approved',
    text: 'The Pipeline Office has approved the first section of the hydrogen grid between Kiel and Lund.',
    terms: HYDROGEN,
  },
  {
    day: 12,
    outlet: 'agency',
    path: '/applications',
    title: 'Applications for battery storage',
    text: 'The Grid Agency received 140 applications for battery storage.',
    terms: FEES,
  },
  {
    day: 12,
    outlet: 'herald',
    path: '/applications',
    title: 'Rush for battery storage',
    text: 'The Grid Agency received 140 applications for battery storage, most of them from the north.',
    terms: FEES,
  },
  {
    day: 13,
    outlet: 'courier',
    path: '/grant',
    title: 'Money for battery storage',
    text: 'The Ministry of Energy granted 30 million euros to battery storage on 14 March.',
    terms: FEES,
  },
  {
    day: 13,
    outlet: 'courier',
    path: '/duty-cut',
    title: 'Import duty on battery cells cut',
    text: 'The Customs Office cut the import duty on battery cells to 2 percent on 14 March.',
    terms: IMPORTS,
  },
  {
    day: 13,
    outlet: 'courier',
    path: '/jobs',
    title: 'Nordcell hires',
    text: 'Nordcell hired 200 people for its sodium-ion plant in Lund.',
    terms: SODIUM,
  },
];
