import { describe, expect, it } from 'vitest';
import { renderRetrieval } from '../../../client/cli/rendering/render-status.ts';
import { telemetryOf } from '../../support/builders/research-fixtures.ts';

describe('renderRetrieval', () => {
  it('lists queries, scores by document and the final order', () => {
    const telemetry = telemetryOf({
      rewrittenQueries: ['How long does the lamp burn?', 'lamp burning time'],
      relevanceScores: [
        { locator: 'oil.md', score: null },
        { locator: 'lamp.md', score: 0.725 },
        { locator: 'https://a.example/lamp', score: 0.8 },
        { locator: 'lamp.md', score: 0.91 },
      ],
      rerankedResults: ['p-2', 'https://a.example/lamp'],
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
  - p-2
  - https://a.example/lamp

Notes:
  - t1: one hit only`);
  });

  it('says that it shows a part, and nothing of the kind of a complete record', () => {
    const relevanceScores = Array.from({ length: 200 }, () => ({ locator: 'lamp.md', score: 0.5 }));

    expect(renderRetrieval(telemetryOf({ relevanceScores }), 80)).toContain('These are the first 200 of each list.');
    expect(renderRetrieval(telemetryOf({ relevanceScores, isComplete: true }), 80)).not.toContain('the first 200');
  });

  it('says when nothing was recorded', () => {
    expect(renderRetrieval(null, 80)).toBe('Retrieval is unknown: nothing was recorded.');
  });
});
