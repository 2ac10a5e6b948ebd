import { describe, expect, it } from 'vitest';
import { applyValidation, batchByBytes, selectForSynthesis } from '../../../workflows/domain/finding-selection.ts';
import { scriptedFinding } from '../../support/scripted-activities.ts';

const idsOf = (findings: readonly { findingId: string }[]): string[] => findings.map(({ findingId }) => findingId);

describe('applyValidation', () => {
  it('drops what drifted and keeps the first relevance where no second one was given', () => {
    const findings = [
      scriptedFinding('t1f1', 'p1'),
      scriptedFinding('t1f2', 'p2'),
      scriptedFinding('t1f3', 'p3', { relevance: null }),
    ];

    const { kept, drifted } = applyValidation(findings, [{ id: 't1f2', score: 0.1, reason: 'about lamps in general' }]);

    expect(kept.map(({ findingId, finalRelevance }) => [findingId, finalRelevance])).toEqual([['t1f1', 0.9]]);
    expect(idsOf(drifted)).toEqual(['t1f2', 't1f3']);
  });

  it('drops a finding that nobody could score, neither before nor now', () => {
    const unknown = scriptedFinding('t1f1', 'p1', { relevance: null });

    const { drifted } = applyValidation(
      [unknown, scriptedFinding('t1f2', 'p2')],
      [
        { id: 't1f1', score: null, reason: '?' },
        { id: 't1f2', score: null, reason: '?' },
      ],
    );

    expect(idsOf(drifted)).toEqual(['t1f1']);
  });
});

describe('selectForSynthesis', () => {
  it('puts the lower tier number first, then weight times final relevance', () => {
    const findings = [
      scriptedFinding('t1f1', 'p', { contextTier: 3, weight: 0.4, finalRelevance: 1 }),
      scriptedFinding('t1f2', 'p', { contextTier: 1, weight: 0.95, finalRelevance: 0.9 }),
      scriptedFinding('t1f3', 'p', { contextTier: 1, weight: 1, finalRelevance: 0.9 }),
      scriptedFinding('t1f4', 'p', { contextTier: 2, weight: 0.7, finalRelevance: null }),
    ];

    expect(idsOf(selectForSynthesis(findings))).toEqual(['t1f3', 't1f2', 't1f4', 't1f1']);
  });

  it('keeps the best that fits, and one finding however large it is', () => {
    const findings = ['t1f1', 't1f2', 't1f3'].map((id) =>
      scriptedFinding(id, 'p', { extractedInfo: 'ä'.repeat(1_000) }),
    );

    expect(idsOf(selectForSynthesis(findings, 6_000))).toEqual(['t1f1', 't1f2']);
    expect(idsOf(selectForSynthesis(findings, 10))).toEqual(['t1f1']);
  });
});

describe('batchByBytes', () => {
  it('loses nothing and keeps the order', () => {
    const findings = Array.from({ length: 25 }, (_, index) => scriptedFinding(`t1f${index}`, 'p'));

    const batches = batchByBytes(findings, 3_000);

    expect(batches.length).toBeGreaterThan(3);
    expect(idsOf(batches.flat())).toEqual(idsOf(findings));
  });
});
