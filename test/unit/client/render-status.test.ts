import { describe, expect, it } from 'vitest';
import { renderStatus } from '../../../client/cli/render-status.ts';
import { researchProgress, runView, secondsIn, taskProgress } from '../../support/run-views.ts';

const view = { columns: 80, now: secondsIn(42) };

describe('renderStatus', () => {
  it('shows what is known of a run at work', () => {
    const run = runView({
      question: 'Welche Prüfungen verlangt das Gesetz, und in welchen Abständen sind sie zu wiederholen?',
      progress: researchProgress({
        tasks: [taskProgress()],
        usage: { searches: 2, pages: 4, modelCalls: 0, modelTokens: 0 },
      }),
      webUi: 'http://127.0.0.1:8233/namespaces/default/workflows/research-limits-3f9a21',
    });

    expect(renderStatus(run, view)).toBe(
      [
        'research-limits-3f9a21',
        '  Question   Welche Prüfungen verlangt das Gesetz, und in welchen Abständen sind',
        '             sie zu wiederholen?',
        '  Stage      researching, for 0:42 (started 2026-03-01T10:00:00.000Z)',
        '  Tasks      0 of 1 done',
        '    extracting  How are connections limited? (3 findings)',
        '  Used       2 of 80 searches, 4 of 120 passages, 0 of 400 model calls, 0 of',
        '             2,000,000 model tokens',
        '  Web UI     http://127.0.0.1:8233/namespaces/default/workflows/research-limits-',
        '             3f9a21',
      ].join('\n'),
    );
  });

  it('shows the pending question and how to answer it', () => {
    const pendingClarification = {
      round: 1,
      questions: [
        { questionId: 'q1', text: 'Which version?', reason: 'They differ.' },
        { questionId: 'q2', text: 'Which pool?', reason: '' },
      ],
      answeredQuestionIds: ['q2'],
      deadline: '2026-03-02T10:00:00.000Z',
    };

    const text = renderStatus(
      runView({ progress: researchProgress({ stage: 'clarifying', pendingClarification }) }),
      view,
    );

    expect(text).toContain('q1  Which version?\n      why: They differ.');
    expect(text).toContain('npm run answer -- research-limits-3f9a21 "your answer"');
    expect(text).not.toContain('Which pool?');
  });

  it('shows how far the findings drifted and what the report is worth', () => {
    const scores = {
      queryAdherence: 96,
      completeness: 80,
      citationSupport: 92,
      quoteExactness: 100,
      languagePurity: 99,
    };
    const drift = { tiers: [{ tier: 1 as const, total: 20, kept: 17 }], dropped: [] };

    const text = renderStatus(runView({ scores, drift }), view);

    expect(text).toContain('  Drift      3 of 20 findings dropped\n');
    expect(text).toContain('  Quality    query adherence 96 %, completeness 80 %, citation support 92 %,\n');
  });

  it('says that the state is old when Temporal does not run', () => {
    expect(renderStatus(runView({ from: 'store' }), view)).toMatch(
      /Temporal is not running; last known state of\s+2026-03-01T10:00:05.000Z. Go on: npm run resume --/,
    );
  });

  it('lists the first skipped files and counts the rest', () => {
    const skippedFiles = Array.from({ length: 30 }, (_, index) => ({ locator: `${index}.pdf`, reason: 'encrypted' }));
    const corpus = {
      corpusId: 'c1',
      files: 1,
      passages: 1,
      added: 1,
      changed: 0,
      removed: 0,
      bytesRead: 1,
      languages: ['de'],
      skippedCount: 120,
      skippedFiles,
    };

    const text = renderStatus(runView({ progress: researchProgress({ corpus }) }), view);

    expect(text).toContain('  - 9.pdf: encrypted\n  … and 110 more (--json shows them)');
  });

  it('names refused messages and why they were refused, without their control characters', () => {
    const rejections = [
      { message: 'answerClarification', reason: 'empty \u001b[2Janswer', at: '2026-03-01T10:00:01Z' },
    ];

    const text = renderStatus(runView({ progress: researchProgress({ rejections, rejectionCount: 1 }) }), view);

    expect(text).toContain('Refused messages:\n  - answerClarification at 2026-03-01T10:00:01Z: empty answer');
  });
});
