import type { DiagnosticCode, FiledIssue } from '@plumbline/contracts/briefings/briefing-issues';
import type { ClaimMark } from '@plumbline/contracts/briefings/briefing-items';
import type { Delta } from '@plumbline/contracts/briefings/briefing-record';

/** What one day of the world must bring. */
export interface ExpectedDay {
  readonly day: number;
  readonly about: string;
  readonly status: 'published' | 'halted';
  /** By theme; `delta: marks of its claims`, without those that are only kept. */
  readonly themes: Readonly<Record<string, `${Delta}: ${string}`>>;
  /** Without `STALENESS`, which the deltas tell. */
  readonly diagnostics: readonly string[];
  /** `action code/theme`, in alphabetical order. */
  readonly issues: readonly string[];
  /** Accepted, flagged, rejected. */
  readonly results: readonly [number, number, number];
  /** Words of the header, one for each note that must be there. */
  readonly notes: readonly string[];
}

type Marks = readonly ClaimMark[];

export const marks = (delta: Delta, ...claims: Marks): `${Delta}: ${string}` => `${delta}: ${claims.join(', ')}`;
export const diagnostic = (code: DiagnosticCode, theme?: string): string =>
  theme === undefined ? code : `${code}/${theme}`;
export const issue = (action: FiledIssue['action'], code: DiagnosticCode, theme?: string): string =>
  `${action} ${diagnostic(code, theme)}`;

export const THIN_FEES = diagnostic('THIN_COVERAGE', 'grid-fees');
export const THIN_SODIUM = diagnostic('THIN_COVERAGE', 'sodium-cells');
export const UPDATED_FEES = issue('updated', 'THIN_COVERAGE', 'grid-fees');
export const UPDATED_SODIUM = issue('updated', 'THIN_COVERAGE', 'sodium-cells');

/** Fourteen days, by the rules of the method alone, where a model judges the news. */
export const JUDGED_DAYS: readonly ExpectedDay[] = [
  {
    day: 1,
    about: 'first news of all themes',
    status: 'published',
    themes: {
      'grid-fees': marks('changed', 'new'),
      'cell-imports': marks('changed', 'new'),
      'sodium-cells': marks('new', 'new', 'new'),
    },
    diagnostics: [],
    issues: [],
    results: [5, 0, 0],
    notes: [],
  },
  {
    day: 2,
    about: 'a second outlet repeats the fee',
    status: 'published',
    themes: {
      'grid-fees': marks('ongoing', 'strengthened'),
      'cell-imports': marks('ongoing'),
      'sodium-cells': marks('ongoing'),
    },
    diagnostics: [THIN_FEES, THIN_SODIUM],
    issues: [issue('opened', 'THIN_COVERAGE', 'grid-fees'), issue('opened', 'THIN_COVERAGE', 'sodium-cells')],
    results: [1, 0, 0],
    notes: [],
  },
  {
    day: 3,
    about: 'noise: a blog, an old page, an opinion',
    status: 'published',
    themes: {
      'grid-fees': marks('ongoing'),
      'cell-imports': marks('stale'),
      'sodium-cells': marks('stale'),
    },
    diagnostics: [THIN_FEES, THIN_SODIUM, diagnostic('HIGH_REJECTION')],
    issues: [issue('opened', 'HIGH_REJECTION'), UPDATED_FEES, UPDATED_SODIUM],
    results: [0, 0, 3],
    notes: [],
  },
  {
    day: 4,
    about: 'the agency raises the fee',
    status: 'published',
    themes: {
      'grid-fees': marks('reversed', 'new', 'contradicted'),
      'cell-imports': marks('changed', 'new'),
      'sodium-cells': marks('stale'),
    },
    diagnostics: [THIN_SODIUM],
    issues: [issue('closed', 'HIGH_REJECTION'), issue('closed', 'THIN_COVERAGE', 'grid-fees'), UPDATED_SODIUM],
    results: [3, 0, 0],
    notes: [],
  },
  {
    day: 5,
    about: 'an unlisted letter reports another fee',
    status: 'published',
    themes: {
      'grid-fees': marks('changed', 'new'),
      'cell-imports': marks('ongoing'),
      'sodium-cells': marks('changed', 'new'),
    },
    diagnostics: [THIN_FEES, THIN_SODIUM],
    issues: [issue('opened', 'THIN_COVERAGE', 'grid-fees'), UPDATED_SODIUM],
    results: [1, 1, 0],
    notes: [],
  },
  {
    day: 6,
    about: 'another unlisted source repeats it',
    status: 'published',
    themes: {
      'grid-fees': marks('stale'),
      'cell-imports': marks('stale'),
      'sodium-cells': marks('ongoing'),
    },
    diagnostics: [THIN_FEES, THIN_SODIUM, diagnostic('UNCONFIRMED_TWICE', 'grid-fees')],
    issues: [issue('opened', 'UNCONFIRMED_TWICE', 'grid-fees'), UPDATED_FEES, UPDATED_SODIUM],
    results: [0, 1, 0],
    notes: [],
  },
  {
    day: 7,
    about: 'the agency confirms what was reported',
    status: 'published',
    themes: {
      'grid-fees': marks('reversed', 'new', 'contradicted', 'strengthened'),
      'cell-imports': marks('stale'),
      'sodium-cells': marks('stale'),
    },
    diagnostics: [THIN_SODIUM],
    issues: [
      issue('closed', 'THIN_COVERAGE', 'grid-fees'),
      issue('closed', 'UNCONFIRMED_TWICE', 'grid-fees'),
      UPDATED_SODIUM,
    ],
    results: [2, 1, 0],
    notes: [],
  },
  {
    day: 8,
    about: 'a corrective query finds a notice; a first signal beside the themes',
    status: 'published',
    themes: {
      'grid-fees': marks('ongoing'),
      'cell-imports': marks('changed', 'new'),
      'sodium-cells': marks('stale'),
    },
    diagnostics: [THIN_FEES, THIN_SODIUM],
    issues: [issue('opened', 'THIN_COVERAGE', 'grid-fees'), UPDATED_SODIUM],
    results: [2, 1, 0],
    notes: [],
  },
  {
    day: 9,
    about: 'the themes are missing',
    status: 'halted',
    themes: {},
    diagnostics: [diagnostic('STATE_MISSING')],
    issues: [issue('opened', 'STATE_MISSING')],
    results: [0, 0, 0],
    notes: [],
  },
  {
    day: 10,
    about: 'after the themes were confirmed; a second outlet confirms the signal',
    status: 'published',
    themes: {
      'grid-fees': marks('stale'),
      'cell-imports': marks('stale'),
      'sodium-cells': marks('stale'),
    },
    diagnostics: [THIN_FEES, THIN_SODIUM],
    issues: [issue('closed', 'STATE_MISSING'), UPDATED_FEES, UPDATED_SODIUM],
    results: [1, 0, 0],
    notes: ['2026-03-10'],
  },
  {
    day: 11,
    about: 'the search service is down',
    status: 'published',
    themes: {
      'grid-fees': marks('stale'),
      'cell-imports': marks('stale'),
      'sodium-cells': marks('stale'),
    },
    diagnostics: [THIN_FEES, THIN_SODIUM, diagnostic('NOTHING_READ')],
    issues: [UPDATED_FEES, UPDATED_SODIUM],
    results: [0, 0, 0],
    notes: ['searxng'],
  },
  {
    day: 12,
    about: 'the worker is killed twice',
    status: 'published',
    themes: {
      'grid-fees': marks('changed', 'new'),
      'cell-imports': marks('stale'),
      'sodium-cells': marks('stale'),
    },
    diagnostics: [THIN_SODIUM],
    issues: [issue('closed', 'THIN_COVERAGE', 'grid-fees'), UPDATED_SODIUM],
    // The page of day 3 without a date comes up again, after more than the seven days that outputs are looked back at.
    results: [2, 0, 1],
    notes: [],
  },
  {
    day: 13,
    about: 'all news from one outlet',
    status: 'published',
    themes: {
      'grid-fees': marks('changed', 'new'),
      'cell-imports': marks('changed', 'new'),
      'sodium-cells': marks('changed', 'new'),
    },
    diagnostics: [THIN_FEES, THIN_SODIUM, diagnostic('SOURCE_CONCENTRATION')],
    issues: [issue('opened', 'SOURCE_CONCENTRATION'), issue('opened', 'THIN_COVERAGE', 'grid-fees'), UPDATED_SODIUM],
    results: [3, 0, 0],
    notes: [],
  },
  {
    day: 14,
    about: 'a quiet day',
    status: 'published',
    themes: {
      'grid-fees': marks('ongoing'),
      'cell-imports': marks('ongoing'),
      'sodium-cells': marks('ongoing'),
    },
    diagnostics: [THIN_FEES, THIN_SODIUM, diagnostic('NOTHING_READ')],
    issues: [issue('closed', 'SOURCE_CONCENTRATION'), UPDATED_FEES, UPDATED_SODIUM],
    results: [0, 0, 0],
    notes: [],
  },
];
