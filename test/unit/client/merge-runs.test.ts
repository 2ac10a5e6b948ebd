import { describe, expect, it } from 'vitest';
import { renderRuns } from '../../../client/cli/rendering/render-runs.ts';
import { mergeRuns } from '../../../client/runs/merge-runs.ts';
import { researchProgress, secondsIn } from '../../support/builders/run-views.ts';

const listed = {
  researchId: 'research-new-111111',
  question: 'New?',
  stage: 'researching',
  awaitingInput: false,
  startedAt: '2026-03-01T10:00:00.000Z',
  endedAt: null,
  userId: null,
} as const;
const stored = {
  researchId: 'research-old-000000',
  question: 'Alt und für immer?',
  startedAt: '2026-02-01T10:00:00.000Z',
  userId: null,
  requestHash: null,
  progress: researchProgress({ stage: 'published' }),
  reportPath: null,
  recordPath: null,
};

describe('mergeRuns', () => {
  it('adds what only the store remembers', () => {
    const runs = mergeRuns([stored, { ...stored, researchId: listed.researchId }], [listed], false);

    expect(runs.map(({ researchId, stage }) => [researchId, stage])).toEqual([
      ['research-new-111111', 'researching'],
      ['research-old-000000', 'published'],
    ]);
  });

  it('takes waiting runs from the store when Temporal does not run', () => {
    const planToApprove = { tasks: [{ taskId: 't-1', text: 'Why?', rationale: '' }] };
    const waiting = { ...stored, progress: researchProgress({ stage: 'planning', planToApprove }) };

    expect(mergeRuns([stored, waiting], null, true)).toHaveLength(1);
    expect(mergeRuns([waiting], [], true)).toHaveLength(0);
  });
});

describe('renderRuns', () => {
  it('shows a table', () => {
    const runs = mergeRuns([stored], [{ ...listed, awaitingInput: true }], false);

    expect(renderRuns(runs, { columns: 76, now: secondsIn(300) })).toBe(
      [
        'ID                   STAGE        AGE    AWAITING  QUESTION',
        'research-new-111111  researching  5 min  yes       New?',
        'research-old-000000  published    28 d             Alt und für immer?',
      ].join('\n'),
    );
  });

  it('shows two lines for each run where a table would leave no room for questions', () => {
    const runs = mergeRuns([stored], [{ ...listed, awaitingInput: true }], false);

    expect(renderRuns(runs, { columns: 40, now: secondsIn(300) })).toBe(
      [
        'research-new-111111',
        '  researching, 5 min, waiting: New?',
        'research-old-000000',
        '  published, 28 d: Alt und für immer?',
      ].join('\n'),
    );
  });
});
