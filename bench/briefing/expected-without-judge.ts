import {
  diagnostic,
  type ExpectedDay,
  issue,
  JUDGED_DAYS,
  marks,
  THIN_FEES,
  THIN_SODIUM,
  UPDATED_FEES,
  UPDATED_SODIUM,
} from './expected-days.ts';

/** Fourteen days, by the rules of the method alone. @param isJudged a model judges the news */
export function expectedDays(isJudged: boolean): readonly ExpectedDay[] {
  return isJudged ? JUDGED_DAYS : JUDGED_DAYS.map(withoutJudge);
}

const UNCONFIRMED = diagnostic('UNCONFIRMED_TWICE', 'grid-fees');
const STILL_UNCONFIRMED = issue('updated', 'UNCONFIRMED_TWICE', 'grid-fees');

type Marks = ExpectedDay['themes'][string];

/**
 * What differs without a model: nothing shows that a source says the same in other words, so that each wording is a claim
 * of its own, and what was reported is never confirmed; nothing is reversed; and an opinion passes for an item.
 */
const WITHOUT_JUDGE: Readonly<
  Record<number, { readonly fees?: Marks; readonly imports?: Marks } & Partial<ExpectedDay>>
> = {
  1: { fees: marks('changed', 'new', 'new') },
  2: { fees: marks('changed', 'new') },
  3: { fees: marks('changed', 'new'), results: [1, 0, 2] },
  4: { fees: marks('changed', 'new', 'new') },
  6: { fees: marks('stale', 'new') },
  7: {
    fees: marks('changed', 'new', 'new', 'new'),
    diagnostics: [THIN_SODIUM, UNCONFIRMED],
    issues: [issue('closed', 'THIN_COVERAGE', 'grid-fees'), UPDATED_SODIUM, STILL_UNCONFIRMED],
  },
  8: {
    imports: marks('changed', 'new', 'new'),
    diagnostics: [diagnostic('BUDGET_EXCEEDED'), THIN_FEES, THIN_SODIUM, UNCONFIRMED],
    issues: [
      issue('opened', 'BUDGET_EXCEEDED'),
      issue('opened', 'THIN_COVERAGE', 'grid-fees'),
      UPDATED_SODIUM,
      STILL_UNCONFIRMED,
    ],
  },
  10: {
    diagnostics: [diagnostic('BUDGET_EXCEEDED'), THIN_FEES, THIN_SODIUM, UNCONFIRMED],
    issues: [
      issue('closed', 'STATE_MISSING'),
      issue('updated', 'BUDGET_EXCEEDED'),
      UPDATED_FEES,
      UPDATED_SODIUM,
      STILL_UNCONFIRMED,
    ],
  },
  11: {
    diagnostics: [THIN_FEES, THIN_SODIUM, UNCONFIRMED, diagnostic('NOTHING_READ')],
    issues: [issue('closed', 'BUDGET_EXCEEDED'), UPDATED_FEES, UPDATED_SODIUM, STILL_UNCONFIRMED],
  },
  12: {
    fees: marks('changed', 'new', 'new'),
    diagnostics: [THIN_SODIUM, UNCONFIRMED],
    issues: [issue('closed', 'THIN_COVERAGE', 'grid-fees'), UPDATED_SODIUM, STILL_UNCONFIRMED],
  },
  13: {
    // What was reported on day 5 waited for seven days.
    fees: marks('changed', 'new', 'withdrawn'),
    diagnostics: [THIN_FEES, THIN_SODIUM, UNCONFIRMED, diagnostic('SOURCE_CONCENTRATION')],
    issues: [
      issue('opened', 'SOURCE_CONCENTRATION'),
      issue('opened', 'THIN_COVERAGE', 'grid-fees'),
      UPDATED_SODIUM,
      STILL_UNCONFIRMED,
    ],
  },
  14: {
    fees: marks('changed', 'withdrawn'),
    issues: [
      issue('closed', 'SOURCE_CONCENTRATION'),
      issue('closed', 'UNCONFIRMED_TWICE', 'grid-fees'),
      UPDATED_FEES,
      UPDATED_SODIUM,
    ],
  },
};

function withoutJudge(day: ExpectedDay): ExpectedDay {
  const { fees, imports, ...changes } = WITHOUT_JUDGE[day.day] ?? {};
  const own = {
    ...(fees !== undefined && { 'grid-fees': fees }),
    ...(imports !== undefined && { 'cell-imports': imports }),
  };
  return { ...day, ...changes, themes: { ...day.themes, ...own } };
}
