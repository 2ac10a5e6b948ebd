import { describe, expect, it } from 'vitest';
import { isLow, type ScoredReport, scoreReport } from '../../../workflows/domain/report-quality.ts';
import { GOOD_SCORES } from '../../support/builders/scripted-activities.ts';

const claim = { text: 'ten letters', relevance: 0.75, reasons: [], coverage: 1 };
const report: ScoredReport = {
  claims: [claim],
  removed: 0,
  repaired: 0,
  addressed: 1,
  wanted: [{ name: 'lamp', isCovered: true }],
  quotations: { checked: 1, exact: 1 },
  prose: { characters: 10, foreignCharacters: 0 },
};

describe('scoreReport', () => {
  it('gives a report that nothing speaks against 100 in everything', () => {
    expect(Object.values(scoreReport(report) ?? {})).toEqual([100, 100, 100, 100, 100]);
  });

  it('gives a report without a claim no score', () => {
    expect(scoreReport({ ...report, claims: [] })).toBeNull();
  });

  it.each<[keyof NonNullable<ReturnType<typeof scoreReport>>, Partial<ScoredReport>, number]>([
    [
      'queryAdherence',
      { claims: [claim, { ...claim, text: claim.text.repeat(3), relevance: 0.49 }], addressed: 0.8 },
      20,
    ],
    ['queryAdherence', { claims: [{ ...claim, relevance: null }] }, 0],
    ['completeness', { wanted: [...report.wanted, { name: 'oil', isCovered: false }] }, 50],
    ['citationSupport', { claims: [claim, { ...claim, reasons: ['the cited words have no “9”'] }] }, 50],
    ['citationSupport', { claims: [claim, { ...claim, coverage: 0.49 }, claim] }, 67],
    ['citationSupport', { removed: 1 }, 50],
    ['citationSupport', { claims: [claim, claim], repaired: 1 }, 50],
    ['quoteExactness', { quotations: { checked: 3, exact: 1 } }, 33],
    ['languagePurity', { prose: { characters: 200, foreignCharacters: 150 } }, 25],
  ])('lowers %s', (score, changes, percent) => {
    expect(scoreReport({ ...report, ...changes })?.[score]).toBe(percent);
  });
});

describe('isLow', () => {
  it.each([
    [{ queryAdherence: 69 }, true],
    [{ citationSupport: 69 }, true],
    [{ queryAdherence: 70, citationSupport: 70 }, false],
    [{ completeness: 0, languagePurity: 0, quoteExactness: 0 }, false],
  ])('%o: %s', (changes, expected) => {
    expect(isLow({ ...GOOD_SCORES, ...changes })).toBe(expected);
  });
});
