import type { LiveResult } from '@plumbline/contracts/briefings/briefing-items';
import { describe, expect, it } from 'vitest';
import {
  budgetExceeded,
  diagnose,
  highRejection,
  slotsMissed,
  sourceConcentration,
  staleness,
  thinCoverage,
  twiceUnconfirmed,
} from '../../../workflows/domain/briefing/diagnostics.ts';
import { UNREAD } from '../../../workflows/domain/briefing/result-screening.ts';
import { claimOf, itemOf, reportedOf, slot, themeOf } from './samples.ts';

const theme = themeOf('storage', { conviction: 7 });

describe('THIN_COVERAGE: fewer than 2 confirmed for an active theme of high conviction', () => {
  it.each([
    ['none', theme, [], '0 confirmed items, fewer than 2; conviction 7'],
    ['one', theme, [itemOf('i'), reportedOf('j')], '1 confirmed item, fewer than 2; conviction 7'],
    [
      'one, beside one of another theme',
      theme,
      [itemOf('i'), itemOf('j', { themeId: 'x' })],
      '1 confirmed item, fewer than 2; conviction 7',
    ],
    ['two', theme, [itemOf('i'), itemOf('j')], undefined],
    ['none, of lower conviction', themeOf('storage', { conviction: 6 }), [], undefined],
    ['none, of a candidate', themeOf('storage', { status: 'candidate' }), [], undefined],
  ])('%s', (_, of, items, detail) => {
    expect(thinCoverage(of, items, 7)?.detail).toBe(detail);
  });
});

describe('STALENESS: all confirmed of a theme older than 48 hours', () => {
  const at = (evidencedAt: string) => claimOf('c', { evidencedAt });
  const old = at('2026-03-04T05:30:00Z');
  const stale = 'no new developments: the newest confirmed evidence is 49 hours old, over 48';

  it.each([
    ['49 hours', [old], [], stale],
    ['exactly 48 hours', [at('2026-03-04T06:30:00Z')], [], undefined],
    ['a fresh item beside', [old], [itemOf('i')], undefined],
    ['a fresh reported item beside', [old], [reportedOf('i')], stale],
    ['a fresh reported claim beside', [old, claimOf('d', { status: 'reported' })], [], stale],
    ['a fresh claim of another theme beside', [old, claimOf('d', { themeId: 'x' })], [], stale],
    ['no confirmed claim at all', [claimOf('d', { status: 'reported', evidencedAt: old.evidencedAt })], [], undefined],
    ['the only confirmed claim is withdrawn', [{ ...old, mark: 'withdrawn' as const }], [], undefined],
  ])('%s', (_, claims, items, detail) => {
    expect(staleness(theme, claims, items, slot)?.detail).toBe(detail);
  });
});

describe('SOURCE_CONCENTRATION: at least 3 of the first 5 promoted items from one outlet', () => {
  const from = (letters: string) =>
    letters.split('').map((letter, index) => itemOf(`i${index}`, { outlet: `${letter}.example` }));

  it.each([
    ['three of five', from('abaca'), '3 of the first 5 promoted items are from a.example'],
    ['two of five', from('abacd'), undefined],
    ['three, the third one sixth', from('abacda'), undefined],
    ['three of three', from('aaa'), '3 of the first 3 promoted items are from a.example'],
    [
      'reported ones are not promoted',
      from('aaa').map((item) => ({ ...item, status: 'reported' as const })),
      undefined,
    ],
  ])('%s', (_, items, detail) => {
    expect(sourceConcentration(items)?.detail).toBe(detail);
  });
});

describe('BUDGET_EXCEEDED: more queries wanted than allowed', () => {
  it.each([
    [7, '7 queries dropped beyond the budget of 12'],
    [1, '1 query dropped beyond the budget of 12'],
    [0, undefined],
  ])('%i dropped', (dropped, detail) => {
    expect(budgetExceeded(dropped, 12)?.detail).toBe(detail);
  });
});

describe('HIGH_REJECTION: more than 40 % of live results rejected', () => {
  const results = (rejected: number, others: number): LiveResult[] =>
    [...Array(rejected + others).keys()].map((index) => ({
      queryId: 'q1',
      locator: '',
      title: '',
      verdict: index < rejected ? 'rejected' : 'accepted',
      reason: '',
    }));

  it.each([
    [5, 5, '5 of 10 live results rejected (50 %), more than 40 %'],
    [4, 6, undefined],
    [0, 0, undefined],
  ])('%i rejected, %i not', (rejected, others, detail) => {
    expect(highRejection(results(rejected, others))?.detail).toBe(detail);
  });

  it('blames no query for pages that could not be read', () => {
    const unread = results(4, 0).map((result) => ({ ...result, reason: UNREAD }));

    expect(highRejection([...results(2, 3), ...unread])).toBeNull();
    expect(highRejection(unread)).toBeNull();
    expect(highRejection([...results(3, 3), ...unread])?.detail).toContain('3 of 6 live results rejected');
  });
});

describe('the other diagnostics', () => {
  it.each([
    [slotsMissed([]), undefined],
    [
      slotsMissed(['2026-03-04T06:30:00Z', '2026-03-05T06:30:00Z']),
      '2 slots without a run since the newest output: 2026-03-04T06:30:00Z, 2026-03-05T06:30:00Z',
    ],
    [twiceUnconfirmed('storage'), 'at least 2 corrective queries within 7 days confirmed nothing'],
  ])('say what happened, with the figures', (diagnostic, detail) => {
    expect(diagnostic?.detail).toBe(detail);
  });
});

describe('diagnose', () => {
  const healthy = {
    slot,
    themes: [themeOf('storage', { conviction: 5 })],
    highConviction: 7,
    claims: [],
    items: [],
    results: [],
    documents: 1,
    unnamed: [],
    isLive: true,
    budget: 12,
    droppedQueries: 0,
    unconfirmedTwice: [],
    missedSlots: [],
  };

  it('says nothing of a healthy run', () => {
    expect(diagnose(healthy)).toEqual([]);
  });

  it('does not call a run healthy that read nothing', () => {
    expect(diagnose({ ...healthy, documents: 0 }).map(({ code }) => code)).toEqual(['NOTHING_READ']);
    const accepted = { queryId: 'q1', locator: '', title: '', verdict: 'accepted', reason: '' } as const;
    expect(diagnose({ ...healthy, documents: 0, results: [accepted] })).toEqual([]);
    expect(diagnose({ ...healthy, isLive: false, unnamed: ['storage'] })).toEqual([
      { code: 'NOTHING_READ', themeId: 'storage', detail: 'none of 1 document names the theme or its actors' },
    ]);
  });

  it('lists every condition, themes first', () => {
    const diagnostics = diagnose({
      ...healthy,
      themes: [theme, themeOf('closed', { status: 'closed' })],
      claims: [claimOf('c', { evidencedAt: '2026-03-01T00:00:00Z' })],
      items: ['a', 'b', 'c'].map((id) => itemOf(id, { themeId: 'tariffs', outlet: 'one.example' })),
      results: [{ queryId: 'q1', locator: '', title: '', verdict: 'rejected', reason: '' }],
      droppedQueries: 1,
      unconfirmedTwice: ['storage'],
      missedSlots: ['2026-03-05T06:30:00Z'],
    });

    expect(diagnostics.map(({ code, themeId }) => `${code} ${themeId}`)).toEqual([
      'THIN_COVERAGE storage',
      'STALENESS storage',
      'SOURCE_CONCENTRATION null',
      'BUDGET_EXCEEDED null',
      'HIGH_REJECTION null',
      'UNCONFIRMED_TWICE storage',
      'SLOTS_MISSED null',
    ]);
  });
});
