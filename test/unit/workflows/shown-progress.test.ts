import { describe, expect, it } from 'vitest';
import { MAX_TELEMETRY_ENTRIES } from '../../../workflows/contracts/research/accounting.ts';
import { measureDrift } from '../../../workflows/domain/finding-validation.ts';
import { shownDrift, shownTelemetry } from '../../../workflows/domain/progress-board.ts';
import { telemetryOf } from '../../support/builders/research-fixtures.ts';
import { scriptedFinding } from '../../support/builders/scripted-evidence.ts';

const times = <Entry>(count: number, make: (index: number) => Entry): Entry[] =>
  Array.from({ length: count }, (_, i) => make(i));

describe('what a run under way shows', () => {
  it('of its retrieval, is the first entries of each list, without reasons, and does not pass for all', () => {
    const many = MAX_TELEMETRY_ENTRIES + 1;
    const score = { locator: 'lamp.md', score: 0.9, taskId: 't1', reason: 'names the hours' };
    const refused = { reference: '§ 7', locator: 'lamp.md', score: 0.1, reason: 'oil' };
    const telemetry = telemetryOf({
      isComplete: true,
      relevanceScores: times(many, () => score),
      rewrittenQueries: times(many, (index) => `query ${index}`),
      references: {
        resolved: many,
        followed: 0,
        refused: times(many, () => refused),
        refusedCount: many,
        unresolved: [],
      },
    });

    const shown = shownTelemetry(telemetry);

    expect(shown.isComplete).toBeUndefined();
    expect(shown.relevanceScores).toEqual(times(MAX_TELEMETRY_ENTRIES, () => ({ locator: 'lamp.md', score: 0.9 })));
    expect(shown.rewrittenQueries).toHaveLength(MAX_TELEMETRY_ENTRIES);
    expect(shown.references).toMatchObject({ refusedCount: many, refused: { length: MAX_TELEMETRY_ENTRIES } });
    expect(telemetry.relevanceScores).toHaveLength(many);
  });

  it('of its drift, is the first findings that were dropped, while the counts are complete', () => {
    const dropped = times(51, (index) => scriptedFinding(`t1f${index}`, 'p', { contextTier: 2 }));
    const drift = measureDrift({ kept: [], dropped });

    expect(drift.dropped).toHaveLength(51);
    expect(shownDrift(drift)).toMatchObject({ dropped: { length: 50 }, tiers: [{ tier: 2, total: 51, kept: 0 }] });
  });
});
