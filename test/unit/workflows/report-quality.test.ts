import { describe, expect, it } from 'vitest';
import { type JudgedReport, qualityFaults, scoreReport } from '../../../workflows/domain/report-quality.ts';

const statement = { text: 'ten letters', relevance: 0.75, faults: [], carriedWords: 1 };
const report: JudgedReport = {
  statements: [statement],
  removed: 0,
  repaired: 0,
  addressed: 1,
  wanted: [{ name: 'lamp', isCovered: true }],
  quotations: { checked: 1, exact: 1 },
  prose: { characters: 10, foreignCharacters: 0 },
};

describe('scoreReport', () => {
  it('gives a report without a fault 100 in everything', () => {
    expect(Object.values(scoreReport(report) ?? {})).toEqual([100, 100, 100, 100, 100]);
  });

  it('gives a report without a statement no score', () => {
    expect(scoreReport({ ...report, statements: [] })).toBeNull();
  });

  it.each<[keyof NonNullable<ReturnType<typeof scoreReport>>, Partial<JudgedReport>, number]>([
    [
      'queryAdherence',
      { statements: [statement, { ...statement, text: statement.text.repeat(3), relevance: 0.49 }], addressed: 0.8 },
      20,
    ],
    ['queryAdherence', { statements: [{ ...statement, relevance: null }] }, 0],
    ['completeness', { wanted: [...report.wanted, { name: 'oil', isCovered: false }] }, 50],
    ['citationSupport', { statements: [statement, { ...statement, faults: ['the quotation does not hold: 9'] }] }, 50],
    ['citationSupport', { statements: [statement, { ...statement, carriedWords: 0.49 }, statement] }, 67],
    ['citationSupport', { removed: 1 }, 50],
    ['citationSupport', { statements: [statement, statement], repaired: 1 }, 50],
    ['quoteExactness', { quotations: { checked: 3, exact: 1 } }, 33],
    ['languagePurity', { prose: { characters: 200, foreignCharacters: 150 } }, 25],
  ])('lowers %s', (score, changes, percent) => {
    expect(scoreReport({ ...report, ...changes })?.[score]).toBe(percent);
  });
});

describe('qualityFaults', () => {
  it('finds none in a report without a fault', () => {
    expect(qualityFaults(report)).toEqual([]);
  });

  it('names each with its statement', () => {
    const off = { ...statement, text: 'off', relevance: 0.25 };
    const unsupported = {
      ...statement,
      text: 'unsupported',
      faults: ['the quotation does not hold: 12'],
      carriedWords: 0.25,
    };
    const faults = qualityFaults({ ...report, statements: [off, unsupported], addressed: 0.2 });

    expect(faults).toEqual([
      { kind: 'question-not-addressed', statement: 'off', detail: 'the first statement does not answer it' },
      { kind: 'off-question', statement: 'off', detail: 'relevance 0.25' },
      {
        kind: 'unsupported',
        statement: 'unsupported',
        detail: 'the quotation does not hold: 12; the cited quotes hold 25 % of its content words',
      },
    ]);
  });
});
