import { createGap } from '@plumbline/contracts/research/gap-phrases';
import { describe, expect, it } from 'vitest';
import { renderStatus } from '../../../client/cli/rendering/render-status.ts';
import { shownTelemetryOf } from '../../support/builders/research-fixtures.ts';
import { researchProgress, runView, secondsIn, taskProgress } from '../../support/builders/run-views.ts';

const view = { columns: 80, now: secondsIn(42) };

describe('renderStatus', () => {
  it('shows a running run', () => {
    const run = runView({
      question: 'Welche Prüfungen verlangt das Gesetz, und in welchen Abständen sind sie zu wiederholen?',
      progress: researchProgress({
        tasks: [taskProgress()],
        usage: { searches: 2, pages: 4, modelCalls: 0, modelTokens: 0, money: 0 },
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
      assumptions: [],
      deadline: '2026-03-02T10:00:00.000Z',
    };

    const text = renderStatus(
      runView({ progress: researchProgress({ stage: 'clarifying', pendingClarification }) }),
      view,
    );

    expect(text).toContain('q1  Which version?\n      why: They differ.');
    expect(text).toContain('npx plumbline answer research-limits-3f9a21 "your answer"');
    expect(text).not.toContain('Which pool?');
  });

  it('shows the drift of the findings and what the trust of the report is made of', () => {
    const trust = {
      quotations: 34,
      equal: 34,
      confirmed: 1,
      unsure: 2,
      leftOut: 1,
      notJudged: 3,
      adherence: null,
      clarificationUse: null,
    };
    const drift = { tiers: [{ tier: 1 as const, total: 20, kept: 17 }], dropped: [] };

    const text = renderStatus(runView({ trust, drift }), { ...view, columns: 200 });

    expect(text).toContain('  Drift      3 of 20 findings dropped (--drift lists them)\n');
    expect(text).toContain(
      '  Trust      34 quotations equal their sources, 1 statement confirmed, 2 unsure, 1 left out, 3 not judged',
    );
  });

  it('shows the searches and failed providers, and no ids of tasks', () => {
    const telemetry = shownTelemetryOf({
      counts: { issued: 9, found: 40, duplicates: 3, corrected: 1, rounds: 2, belowThreshold: 12, read: 7, failed: 2 },
      providerErrors: [{ provider: 'tavily', cause: 'the key is refused', count: 2 }],
      qualityNotes: ['t1: one hit only'],
    });

    const gaps = [createGap('provider-failed', { subject: 'tavily', cause: 'the key is refused' })];

    const text = renderStatus(runView({ progress: researchProgress({ telemetry, gaps }) }), { ...view, columns: 200 });

    expect(text).toContain(
      '  Retrieval  9 searches (2 failed), 40 hits found, 3 near-duplicates, 12 below the threshold, 7 read, ' +
        '1 corrected query, 2 follow-up rounds (--retrieval shows all)\n',
    );
    expect(text).toContain('Failed providers:\n  - tavily: the key is refused (2 times)');
    expect(text).not.toContain('Gaps');
    // Tasks have no names for people; --retrieval is for those who look into a search.
    expect(text).not.toContain('t1: one hit only');
  });

  it('says that the state is old when Temporal does not run', () => {
    expect(renderStatus(runView({ from: 'store' }), view)).toMatch(
      /Temporal is not running; last known state of\s+2026-03-01T10:00:05.000Z. Continue: npx plumbline resume/,
    );
  });

  it('names the first skipped files by their reason and counts the rest', () => {
    const skippedFiles = Array.from({ length: 30 }, (_, index) => ({ locator: `${index}.pdf`, reason: 'encrypted' }));
    const corpus = {
      corpusId: 'c1',
      version: 'v1',
      files: 1,
      passages: 1,
      added: 1,
      changed: 0,
      removed: 0,
      bytesRead: 1,
      languages: ['de'],
      partialCount: 0,
      skippedCount: 120,
      skippedFiles,
    };

    const text = renderStatus(runView({ progress: researchProgress({ corpus }) }), view);

    expect(text).toContain('Not read, or only in part:\n  - 0.pdf, 1.pdf, 2.pdf and 27 more (encrypted); and 90 more');
  });

  it('names refused messages and why they were refused, without their control characters', () => {
    const rejections = [
      { message: 'answerClarification', reason: 'empty \u001b[2Janswer', at: '2026-03-01T10:00:01Z' },
    ];

    const text = renderStatus(runView({ progress: researchProgress({ rejections, rejectionCount: 1 }) }), view);

    expect(text).toContain('Refused messages:\n  - answerClarification at 2026-03-01T10:00:01Z: empty answer');
  });
});
