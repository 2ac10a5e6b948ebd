import { describe, expect, it } from 'vitest';
import { createGap } from '../../../workflows/domain/gap-phrases.ts';
import { renderProgressBoard } from '../../../workflows/domain/progress-board.ts';
import { telemetryOf } from '../../support/research-fixtures.ts';
import { researchProgress, taskProgress } from '../../support/run-views.ts';

const round = {
  round: 1,
  questions: [
    { questionId: 'r1q1', text: 'Which `lamp`?\n# Not a heading', reason: '' },
    { questionId: 'r1q2', text: 'Which oil?', reason: '' },
  ],
  answeredQuestionIds: ['r1q2'],
  deadline: '2026-01-02T00:00:00.000Z',
};

describe('renderProgressBoard', () => {
  it('shows the pending question with the commands that answer it', () => {
    const board = renderProgressBoard(researchProgress({ researchId: 'lamps', pendingClarification: round }));

    expect(board).toContain("- ? **r1q1** Which 'lamp'? # Not a heading");
    expect(board).toContain('- ✓ **r1q2** Which oil?');
    expect(board).toContain('npm run answer -- lamps "your answer"');
    expect(board).toContain('temporal workflow signal --workflow-id lamps --name answerClarification');
  });

  it('shows tasks in a table that their texts cannot break', () => {
    const board = renderProgressBoard(researchProgress({ tasks: [taskProgress({ taskId: 't1', text: 'a | b' })] }));

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

    expect(renderProgressBoard(researchProgress({ drift }))).toContain('**Drift:** 3 of 8 findings dropped');
    expect(renderProgressBoard(researchProgress())).not.toContain('Drift');
  });

  it('shows how it searched, once it has, with the first five notes', () => {
    const telemetry = telemetryOf({
      counts: { issued: 9, found: 40, duplicates: 3, corrected: 1, rounds: 2, belowThreshold: 12, read: 7, failed: 2 },
      providerErrors: [{ provider: 'tavily', cause: 'the `key` is refused', count: 2 }],
      qualityNotes: Array.from({ length: 7 }, (_, index) => `t${index}: one hit only`),
    });

    const gaps = [createGap('provider-failed', { subject: 'tavily', cause: 'the key is refused' })];

    const board = renderProgressBoard(researchProgress({ telemetry, gaps }));

    expect(board).toContain(
      '**Retrieval:** hits found 40 · near-duplicates 3 · below the threshold 12 · corrected queries 1 · rounds of deepening 2',
    );
    expect(board).toContain("**Providers that failed**\n\n- tavily: the 'key' is refused (×2)");
    expect(board).toContain('- t4: one hit only');
    expect(board).not.toMatch(/Gaps|t5: one/);
    expect(renderProgressBoard(researchProgress())).not.toContain('Retrieval');
  });

  it('stays short, however much went wrong', () => {
    const degradations = Array.from({ length: 500 }, (_, index) => ({
      step: `s${index}`,
      cause: 'x'.repeat(500),
      count: 1,
    }));

    expect(renderProgressBoard(researchProgress({ degradations })).length).toBeLessThanOrEqual(8_000);
  });
});
