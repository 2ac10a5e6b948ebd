import { createGap } from '@plumbline/contracts/research/gap-phrases';
import { describe, expect, it } from 'vitest';
import { renderChanges } from '../../../client/cli/rendering/render-changes.ts';
import { shownTelemetryOf } from '../../support/builders/research-fixtures.ts';
import { researchProgress, runView, secondsIn, taskProgress } from '../../support/builders/run-views.ts';

describe('renderChanges', () => {
  it('shows the stage first', () => {
    expect(renderChanges(undefined, runView(), secondsIn(3))).toEqual(['[0:03] researching']);
  });

  it('shows nothing when nothing has happened', () => {
    expect(renderChanges(runView(), runView(), secondsIn(9))).toEqual([]);
  });

  it('shows each step of a task once', () => {
    const before = runView({ progress: researchProgress({ tasks: [taskProgress({ step: 'searching' })] }) });
    const after = runView({ progress: researchProgress({ tasks: [taskProgress({ step: 'done', findings: 3 })] }) });

    expect(renderChanges(before, after, secondsIn(9))).toEqual([
      '[0:09] task-1 done, 3 findings: How are connections limited?',
    ]);
    expect(renderChanges(after, after, secondsIn(10))).toEqual([]);
  });

  it('shows once what validation dropped', () => {
    const drift = { tiers: [{ tier: 1 as const, total: 9, kept: 7 }], dropped: [] };
    const before = runView({ progress: researchProgress() });
    const after = runView({ progress: researchProgress({ drift }) });

    expect(renderChanges(before, after, secondsIn(9))).toEqual(['[0:09] validation: 2 of 9 findings dropped']);
    expect(renderChanges(after, after, secondsIn(10))).toEqual([]);
  });

  it('shows new gaps, fallbacks and refused messages', () => {
    const gap = {
      kind: 'search-failed',
      taskId: 'task-1',
      subject: 'limits',
      cause: 'disk full',
      description: 'a search failed',
    } as const;
    const known = researchProgress({ gaps: [gap] });
    const after = runView({
      progress: researchProgress({
        gaps: [gap, { ...gap, description: 'another one failed' }],
        degradations: [{ step: 'rerank', cause: 'no model', count: 1 }],
        rejections: [
          { message: 'answerClarification', reason: 'there is no open question', at: '2026-03-01T10:00:01Z' },
        ],
        rejectionCount: 1,
      }),
    });

    expect(renderChanges(runView({ progress: known }), after, secondsIn(9))).toEqual([
      '[0:09] gap: another one failed',
      '[0:09] a model failed, rules go on: no model',
      '[0:09] refused answerClarification: there is no open question',
    ]);
  });

  it('names a missing page and a failed provider', () => {
    const gaps = [
      createGap('page-unread', { taskId: 'task-1', subject: 'https://a.example/b', cause: 'robots.txt forbids it' }),
      createGap('provider-failed', { subject: 'tavily', cause: 'the key is refused' }),
    ];

    expect(renderChanges(runView(), runView({ progress: researchProgress({ gaps }) }), secondsIn(9))).toEqual([
      '[0:09] page: The page https://a.example/b could not be read: robots.txt forbids it',
      '[0:09] provider: tavily could not be searched: the key is refused',
    ]);
  });

  it('shows when a task searches again, when a follow-up round starts, and no ids of tasks', () => {
    const { counts } = shownTelemetryOf();
    const before = runView({ progress: researchProgress({ telemetry: shownTelemetryOf() }) });
    const after = runView({
      progress: researchProgress({
        tasks: [taskProgress({ taskId: 'r1t1', step: 'waiting' }), taskProgress({ taskId: 'r1t2', step: 'waiting' })],
        telemetry: shownTelemetryOf({
          counts: { ...counts, corrected: 1, rounds: 1 },
          qualityNotes: ['t1: one hit only'],
        }),
      }),
    });

    expect(renderChanges(before, after, secondsIn(9))).toEqual([
      '[0:09] too few relevant hits for 1 task: searching again with a corrected query',
      '[0:09] follow-up round 1: 2 further tasks for open points',
    ]);
    expect(renderChanges(after, after, secondsIn(10))).toEqual([]);
  });

  it('says that a run has no folder', () => {
    const corpus = {
      corpusId: 'web-1',
      version: 'v1',
      files: 0,
      passages: 0,
      added: 0,
      changed: 0,
      removed: 0,
      bytesRead: 0,
      languages: [],
      partialCount: 0,
      skippedCount: 0,
      skippedFiles: [],
    };

    expect(renderChanges(runView(), runView({ progress: researchProgress({ corpus }) }), secondsIn(9))).toEqual([
      '[0:09] corpus: no folder',
    ]);
  });

  it('says once that the worker is missing', () => {
    const alone = runView({ from: 'server' });

    expect(renderChanges(runView(), alone, secondsIn(9))).toEqual([
      '[0:09] no worker has asked for work yet; start one: npx plumbline worker',
    ]);
    expect(renderChanges(alone, alone, secondsIn(10))).toEqual([]);
  });
});
