import { describe, expect, it } from 'vitest';
import { applyValidation, driftedTiers, measureDrift } from '../../../workflows/domain/finding-validation.ts';
import { scriptedFinding } from '../../support/builders/scripted-evidence.ts';

const idsOf = (findings: readonly { findingId: string }[]): string[] => findings.map(({ findingId }) => findingId);

describe('applyValidation', () => {
  it('keeps findings at the threshold, and the first relevance without a second one', () => {
    const findings = [
      scriptedFinding('t1f1', 'p1'),
      scriptedFinding('t1f2', 'p2'),
      scriptedFinding('t1f3', 'p3'),
      scriptedFinding('t1f4', 'p4', { relevance: null }),
    ];
    const scores = [
      { id: 't1f2', score: 0.49, reason: 'about lamps in general' },
      { id: 't1f3', score: 0.5, reason: 'about this lamp' },
    ];

    const { kept, dropped } = applyValidation(findings, scores, 0.5);

    expect(kept.map(({ findingId, finalRelevance }) => [findingId, finalRelevance])).toEqual([
      ['t1f1', 0.9],
      ['t1f3', 0.5],
      ['t1f4', null],
    ]);
    expect(kept[0]?.finalReason).toBe('says how long it burns');
    expect(dropped.map(({ findingId, finalReason }) => [findingId, finalReason])).toEqual([
      ['t1f2', 'about lamps in general'],
    ]);
  });

  it('drops what a model judged too low in every tier, wherever the search had it', () => {
    const judged = ([1, 2, 3] as const).flatMap((contextTier) => [
      scriptedFinding(`t${contextTier}f1`, 'p', { contextTier, searchRank: 1 }),
      scriptedFinding(`t${contextTier}f2`, 'p', { contextTier, searchRank: 2 }),
    ]);
    const scores = judged.map(({ findingId }) => ({
      id: findingId,
      score: findingId.endsWith('f1') ? 0.49 : 0.5,
      reason: 'by a model',
    }));

    expect(idsOf(applyValidation(judged, scores, 0.5).dropped)).toEqual(['t1f1', 't2f1', 't3f1']);
  });

  it('keeps unjudged findings until they are judged', () => {
    const unjudged = ['t1f1', 't1f2'].map((id) => scriptedFinding(id, 'p', { relevance: null }));
    const scores = [
      { id: 't1f1', score: null, reason: 'in another language' },
      { id: 't1f2', score: 0.2, reason: 'by a model: about another lamp' },
    ];

    const { kept, dropped } = applyValidation(unjudged, scores, 0.5);

    expect(idsOf(kept)).toEqual(['t1f1']);
    expect(idsOf(dropped)).toEqual(['t1f2']);
  });
});

describe('measureDrift', () => {
  const kept = [
    scriptedFinding('t1f1', 'p', { contextTier: 1 }),
    ...['t1f2', 't1f3'].map((id) => scriptedFinding(id, 'p', { contextTier: 2 })),
  ];

  it('counts each tier that has findings and names what was dropped, in one line', () => {
    const dropped = [
      scriptedFinding('t2f1', 'p', {
        contextTier: 2,
        finalRelevance: 0.1,
        finalReason: 'off',
        extractedInfo: 'a\n  b',
      }),
    ];

    const drift = measureDrift({ kept, dropped });

    expect(drift.tiers).toEqual([
      { tier: 1, total: 1, kept: 1 },
      { tier: 2, total: 3, kept: 2 },
    ]);
    expect(drift.dropped).toEqual([
      expect.objectContaining({ findingId: 't2f1', taskId: 't2', finalRelevance: 0.1, reason: 'off', excerpt: 'a b' }),
    ]);
  });

  it('warns of a tier that keeps less than the share, and not of one that keeps exactly that', () => {
    const dropped = [scriptedFinding('t2f1', 'p', { contextTier: 2 })];
    const drift = measureDrift({ kept, dropped });

    expect(driftedTiers(drift, 0.7)).toEqual([{ tier: 2, total: 3, kept: 2 }]);
    expect(driftedTiers(drift, 2 / 3)).toEqual([]);
  });
});
