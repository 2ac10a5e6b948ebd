import { describe, expect, it } from 'vitest';
import { renderDecisions } from '../../../client/cli/rendering/render-decisions.ts';

describe('the decisions of retrieval', () => {
  it('are shown with queries, scores, reasons, and what became of each hit', () => {
    const hit = {
      id: 'p1',
      locator: 'lamp.md',
      place: 'lamp.md › Use',
      score: 0.91,
      reason: 'says how long',
      order: 1,
      decision: 'read' as const,
    };
    const text = renderDecisions(
      [
        {
          taskId: 't1',
          queries: [{ query: 'lamp', provider: null, hits: ['p1', 'p2'] }],
          hits: [
            { ...hit, findingId: 't1f1' },
            { ...hit, id: 'p3', order: 2, findingId: null },
            {
              ...hit,
              id: 'p2',
              place: 'tide.md',
              score: null,
              reason: '',
              order: null,
              decision: 'below-threshold',
              findingId: null,
            },
          ],
        },
      ],
      120,
    );

    expect(text.trim().split('\n')).toEqual([
      't1: 3 hits, 2 read',
      '',
      'Queries:',
      '  - folders: "lamp" (2 hits)',
      '',
      'Hits, in the order of reading:',
      '  - 1. lamp.md › Use: 0.91 (says how long) — read, finding t1f1',
      '  - 2. lamp.md › Use: 0.91 (says how long) — read, nothing kept',
      '  - tide.md: unknown — not read: below the threshold',
    ]);
  });
});
