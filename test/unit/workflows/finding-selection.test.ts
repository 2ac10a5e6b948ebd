import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import { describe, expect, it } from 'vitest';
import { openTasks, selectFindings, selectQuotes } from '../../../workflows/domain/finding-selection.ts';
import { scriptedFinding } from '../../support/builders/scripted-evidence.ts';

const idsOf = (findings: readonly { findingId: string }[]): string[] => findings.map(({ findingId }) => findingId);

const CAPS = { tier1: 15, tier2: 10, tier3: 5 };

describe('selectFindings', () => {
  it('puts tier 1 first and orders each tier by final relevance, whatever the weight', () => {
    const findings = [
      scriptedFinding('t1f1', 'p', { contextTier: 2, weight: 0.7, finalRelevance: 1 }),
      scriptedFinding('t1f2', 'p', { contextTier: 1, weight: 1, finalRelevance: 0.8 }),
      scriptedFinding('t1f3', 'p', { contextTier: 1, weight: 0.95, finalRelevance: 0.9 }),
    ];

    expect(idsOf(selectFindings(findings, CAPS, []))).toEqual(['t1f3', 't1f2', 't1f1']);
  });

  it('takes no more of a tier than its cap', () => {
    const findings = [1, 2, 3].flatMap((tier) =>
      ['a', 'b', 'c'].map((id) => scriptedFinding(`t1${id}${tier}`, 'p', { contextTier: tier as 1 | 2 | 3 })),
    );

    const selected = selectFindings(findings, { tier1: 2, tier2: 1, tier3: 0 }, ['t1']);

    expect(selected.map(({ contextTier }) => contextTier)).toEqual([1, 1, 2]);
  });

  it('takes tier 3 only for open tasks, and what clarification found for any of them', () => {
    const findings = [
      scriptedFinding('t1f1', 'p', { contextTier: 3 }),
      scriptedFinding('t2f1', 'p', { contextTier: 3 }),
      scriptedFinding('c1', 'p', { contextTier: 3, taskId: 'clarification', origin: 'clarification' }),
    ];

    expect(idsOf(selectFindings(findings, CAPS, ['t2']))).toEqual(['t2f1', 'c1']);
    expect(idsOf(selectFindings(findings, CAPS, []))).toEqual([]);
  });

  it('keeps the best findings that fit, and at least one of any size', () => {
    const findings = ['t1f1', 't1f2', 't1f3'].map((id) =>
      scriptedFinding(id, 'p', { extractedInfo: 'ä'.repeat(1_000) }),
    );

    expect(idsOf(selectFindings(findings, CAPS, [], 6_000))).toEqual(['t1f1', 't1f2']);
    expect(idsOf(selectFindings(findings, CAPS, [], 10))).toEqual(['t1f1']);
  });
});

describe('openTasks', () => {
  it('names the tasks without a finding of tier 1 or 2', () => {
    const findings = [
      scriptedFinding('t1f1', 'p', { contextTier: 3 }),
      scriptedFinding('t2f1', 'p', { contextTier: 2 }),
    ];

    expect(openTasks(['t1', 't2', 't3'], findings)).toEqual(['t1', 't3']);
  });
});

describe('selectQuotes', () => {
  const quoted = (findingId: string, weight: number, finalRelevance: number, changes: Partial<Quote> = {}): Finding => {
    const finding = scriptedFinding(findingId, 'p', { weight, finalRelevance });
    return { ...finding, quotes: finding.quotes.map((quote) => ({ ...quote, ...changes })) };
  };

  it('orders by weight times final relevance and keeps the best', () => {
    const findings = [
      quoted('t1f1', 0.5, 1, { text: 'The wick is made of cotton.', start: 100, end: 127 }),
      quoted('t1f2', 1, 0.9, { text: 'The lamp burns for nine hours.', start: 200, end: 230 }),
      quoted('t1f3', 0.7, 0.1, { text: 'Keep the lamp away from curtains.', start: 300, end: 333 }),
    ];

    expect(selectQuotes(findings, { maxQuotes: 2, minQuoteLength: 20 }).map(({ key }) => key)).toEqual([
      't1f2q1',
      't1f1q1',
    ]);
  });

  it('puts first what a reader would repeat, and leaves out what is too short', () => {
    const findings = [
      quoted('t1f1', 1, 1, { text: 'The wick is made of cotton.', start: 100, end: 127 }),
      quoted('t1f2', 0.4, 0.5, { text: 'The lamp must be out by noon.', start: 200, end: 229, isDecisive: true }),
    ];
    const keysOf = (minQuoteLength: number) =>
      selectQuotes(findings, { maxQuotes: 5, minQuoteLength }).map(({ key }) => key);

    expect(selectQuotes(findings, { maxQuotes: 1, minQuoteLength: 20 })).toMatchObject([{ key: 't1f2q1' }]);
    expect(keysOf(20).toSorted()).toEqual(['t1f1q1', 't1f2q1']);
    expect(keysOf(28)).toEqual(['t1f2q1']);
  });

  it('leaves out no place that no model read, however short its row is', () => {
    const row = { ...quoted('t1f1', 1, 1, { text: '| North | 9 feet |', start: 100, end: 118 }), relevance: null };

    expect(selectQuotes([row], { maxQuotes: 5, minQuoteLength: 20 })).toMatchObject([{ key: 't1f1q1' }]);
  });

  it('gives every task its share, even if another has stronger quotes', () => {
    const words = ['wick', 'oil', 'glass', 'brass', 'quay', 'tide'];
    const findings = words.map((word, index) =>
      quoted(index < 4 ? `t1f${index}` : `t2f${index}`, 1, index < 4 ? 1 : 0.5, {
        text: `About the ${word} of the lamp.`,
        start: index * 100,
        end: index * 100 + 30,
      }),
    );

    expect(selectQuotes(findings, { maxQuotes: 4, minQuoteLength: 20 }).map(({ key }) => key)).toEqual([
      't1f0q1',
      't1f1q1',
      't2f4q1',
      't2f5q1',
    ]);
    expect(selectQuotes(findings, { maxQuotes: 5, minQuoteLength: 20 }).map(({ key }) => key)).toEqual([
      't1f0q1',
      't1f1q1',
      't1f2q1',
      't2f4q1',
      't2f5q1',
    ]);
  });

  it.each([
    ['the same span', { start: 0, end: 45 }],
    ['a span within another', { text: 'The lamp burns for nine hours', start: 0, end: 29 }],
    ['the same words elsewhere', { text: 'the lamp burns for nine hours, on one filling', start: 500, end: 545 }],
  ])('takes %s once', (_, changes) => {
    const findings = [quoted('t1f1', 1, 1), quoted('t1f2', 1, 0.5, changes)];

    expect(selectQuotes(findings, { maxQuotes: 10, minQuoteLength: 20 }).map(({ key }) => key)).toEqual(['t1f1q1']);
  });
});

describe('what the search found among the first', () => {
  it('is selected whatever its tier, and counts towards no cap', () => {
    const leading = scriptedFinding('t1f9', 'p', { contextTier: 3, searchRank: 1 });
    const others = ['t1f1', 't1f2'].map((id) => scriptedFinding(id, 'p', { contextTier: 3 }));

    expect(idsOf(selectFindings([...others, leading], CAPS, []))).toEqual(['t1f9']);
    expect(idsOf(selectFindings([...others, leading], { ...CAPS, tier3: 1 }, ['t1']))).toHaveLength(2);
  });
});
