import { MAX_TELEMETRY_ENTRIES } from '@plumbline/contracts/research/accounting';
import { describe, expect, it } from 'vitest';
import { shownTelemetry } from '../../../workflows/domain/progress-board.ts';
import { decidedHitOf, telemetryOf } from '../../support/builders/research-fixtures.ts';

const MANY = MAX_TELEMETRY_ENTRIES + 1;
const times = <Entry>(make: (index: number) => Entry): Entry[] => Array.from({ length: MANY }, (_, i) => make(i));

describe('what a run under way shows of its retrieval', () => {
  it('is counts and short lists, however much it found', () => {
    const refused = { reference: '§ 7', locator: 'lamp.md', score: 0.1, reason: 'oil' };
    const telemetry = telemetryOf({
      tasks: [{ taskId: 't1', queries: [], hits: times(() => decidedHitOf('lamp.md', 0.9, { reason: 'hours' })) }],
      references: { resolved: MANY, followed: 0, refused: times(() => refused), refusedCount: MANY, unresolved: [] },
    });

    const shown = shownTelemetry(telemetry, 3);

    expect(JSON.stringify(shown).length).toBeLessThan(500);
    expect(shown).toMatchObject({ references: { resolved: MANY, refusedCount: MANY }, webPages: 3 });
    expect(telemetry.references.refused).toHaveLength(MANY);
  });

  it('ends long lists early', () => {
    const telemetry = telemetryOf({ rewrittenQueries: times((index) => `query ${index}`) });

    expect(shownTelemetry(telemetry, 0).rewrittenQueries).toHaveLength(MAX_TELEMETRY_ENTRIES);
  });
});
