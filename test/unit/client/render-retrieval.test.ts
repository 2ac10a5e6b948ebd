import { describe, expect, it } from 'vitest';
import { renderRetrieval } from '../../../client/cli/rendering/render-status.ts';
import { decidedHitOf, shownTelemetryOf, telemetryOf } from '../../support/builders/research-fixtures.ts';

const UNREAD = { order: null, decision: 'below-threshold' } as const;

describe('renderRetrieval', () => {
  it('lists queries, scores by document and the final order', () => {
    const telemetry = telemetryOf({
      rewrittenQueries: ['How long does the lamp burn?', 'lamp burning time'],
      tasks: [
        {
          taskId: 't1',
          queries: [],
          hits: [
            decidedHitOf('lamp.md', 0.91, { place: 'lamp.md › Use' }),
            decidedHitOf('https://a.example/lamp', 0.8, { order: 2 }),
            decidedHitOf('oil.md', null, UNREAD),
            decidedHitOf('lamp.md', 0.725, UNREAD),
          ],
        },
      ],
      qualityNotes: ['t1: one hit\u001b[2J only'],
    });

    expect(renderRetrieval(telemetry, 80)).toBe(`1 search, 1 hit found, 1 read

Queries:
  - How long does the lamp burn?
  - lamp burning time

Scores by document, best first:
  - lamp.md: 0.91, 0.72
  - https://a.example/lamp: 0.80
  - oil.md: unknown

Final order:
  - lamp.md › Use
  - https://a.example/lamp

Notes:
  - t1: one hit only`);
  });

  it('says that it shows a part of a run under way, and nothing of the kind of a record', () => {
    const rewrittenQueries = Array.from({ length: 200 }, (_, index) => `query ${index}`);

    expect(renderRetrieval(shownTelemetryOf({ rewrittenQueries }), 80)).toContain('these are the first 200.');
    expect(renderRetrieval(telemetryOf({ rewrittenQueries }), 80)).not.toContain('the first 200');
  });

  it('says when nothing was recorded', () => {
    expect(renderRetrieval(null, 80)).toBe('Retrieval is unknown: nothing was recorded.');
  });
});
