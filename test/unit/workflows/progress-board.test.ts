import type { ResearchProgress } from '@plumbline/contracts/report/progress';
import { createGap } from '@plumbline/contracts/research/gap-phrases';
import { describe, expect, it } from 'vitest';
import { renderProgressBoard, type RunPlace } from '../../../workflows/domain/progress-board.ts';
import { shownTelemetryOf } from '../../support/builders/research-fixtures.ts';
import { researchProgress, taskProgress } from '../../support/builders/run-views.ts';

const round = {
  round: 1,
  questions: [
    { questionId: 'r1q1', text: 'Which `lamp`?\n# Not a heading', reason: '' },
    { questionId: 'r1q2', text: 'Which oil?', reason: '' },
  ],
  answeredQuestionIds: ['r1q2'],
  assumptions: [],
  deadline: '2026-01-02T00:00:00.000Z',
};

const boardOf = (progress: ResearchProgress, place: Partial<RunPlace> = {}) =>
  renderProgressBoard(progress, { address: '127.0.0.1:7233', namespace: 'default', ...place });

describe('renderProgressBoard', () => {
  it('shows the pending question with the messages that answer it', () => {
    const board = boardOf(researchProgress({ researchId: 'lamps', pendingClarification: round }));

    expect(board).toContain("- ? **r1q1** Which 'lamp'? # Not a heading");
    expect(board).toContain('- ✓ **r1q2** Which oil?');
    expect(board).toContain('`skipClarification`');
    expect(board).toContain('temporal workflow signal --workflow-id lamps --name answerClarification');
  });

  it.each([
    [{}, 'temporal workflow signal --workflow-id lamps'],
    [{ address: undefined }, 'temporal workflow signal --workflow-id lamps'],
    [{ address: 'localhost:7233' }, 'temporal workflow signal --workflow-id lamps'],
    [{ address: '127.0.0.1:7300' }, 'temporal workflow signal --address 127.0.0.1:7300 --workflow-id lamps'],
    [{ namespace: 'team' }, 'temporal workflow signal --namespace team --workflow-id lamps'],
    [
      { address: 'temporal.example:443', namespace: 'team' },
      'temporal workflow signal --address temporal.example:443 --namespace team --workflow-id lamps',
    ],
  ])('names what the Temporal CLI does not assume by itself: %j', (place, command) => {
    expect(boardOf(researchProgress({ researchId: 'lamps', pendingClarification: round }), place)).toContain(command);
  });

  it('shows tasks in a table that their texts cannot break', () => {
    const board = boardOf(researchProgress({ tasks: [taskProgress({ taskId: 't1', text: 'a | b' })] }));

    expect(board).toContain('| t1 | a \\| b |');
  });

  it('shows how many findings validation dropped, once that is known', () => {
    const drift = {
      tiers: [
        { tier: 1 as const, total: 5, kept: 4 },
        { tier: 2 as const, total: 3, kept: 1 },
      ],
      dropped: [],
    };

    expect(boardOf(researchProgress({ drift }))).toContain('**Drift:** 3 of 8 findings dropped');
    expect(boardOf(researchProgress())).not.toContain('Drift');
  });

  it('shows how it searched, once it has, with the first five notes', () => {
    const telemetry = shownTelemetryOf({
      counts: { issued: 9, found: 40, duplicates: 3, corrected: 1, rounds: 2, belowThreshold: 12, read: 7, failed: 2 },
      providerErrors: [{ provider: 'tavily', cause: 'the `key` is refused', count: 2 }],
      qualityNotes: Array.from({ length: 7 }, (_, index) => `t${index}: one hit only`),
    });

    const gaps = [createGap('provider-failed', { subject: 'tavily', cause: 'the key is refused' })];

    const board = boardOf(researchProgress({ telemetry, gaps }));

    expect(board).toContain(
      '**Retrieval:** hits found 40 · near-duplicates 3 · below the threshold 12 · corrected queries 1 · follow-up rounds 2',
    );
    expect(board).toContain("**Providers that failed**\n\n- tavily: the 'key' is refused (×2)");
    expect(board).toContain('- t4: one hit only');
    expect(board).not.toMatch(/Gaps|t5: one/);
    expect(boardOf(researchProgress())).not.toContain('Retrieval');
  });

  it('shows what the run waits for, with the message that ends it, and what was spent', () => {
    const wait = {
      kind: 'budget' as const,
      subject: 'pages',
      reason: 'the limit of 5 is reached',
      limit: 5,
      since: '2026-01-02T03:04:05.000Z',
      until: '2026-01-03T03:04:05.000Z',
      attempts: 0,
    };
    const call = { requests: 2, lost: 0, reused: 1, promptTokens: 90, completionTokens: 8, money: null };
    const ledger = { entries: [{ ...call, kind: 'model' as const, name: 'plan', model: 'large' }], reusedFrom: [] };

    const board = boardOf(researchProgress({ waits: [wait], ledger }));

    expect(board).toContain('- **pages** the limit of 5 is reached');
    expect(board).toContain('send `extendBudget`');
    expect(board).toContain('finishes with what it has at 2026-01-03T03:04:05.000Z');
    expect(board).toContain("Model 'plan' ('large'): 2 requests, 1 from the store, 90 + 8 tokens.");
  });

  it('shows what the run was forked from', () => {
    const changes = [{ name: 'settings.maxTasks', a: 6, b: 3 }];
    const forkedFrom = { researchId: 'base', from: 'plan', changes, ancestors: [] } as const;

    expect(boardOf(researchProgress({ forkedFrom: { ...forkedFrom, ancestors: [] } }))).toContain(
      '**Forked:** from base at plan, maxTasks 6 → 3',
    );
  });

  it('stays short, however much went wrong', () => {
    const degradations = Array.from({ length: 500 }, (_, index) => ({
      step: `s${index}`,
      cause: 'x'.repeat(500),
      count: 1,
    }));

    expect(boardOf(researchProgress({ degradations })).length).toBeLessThanOrEqual(8_000);
  });
});
