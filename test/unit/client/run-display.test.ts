import { createGap } from '@plumbline/contracts/research/gap-phrases';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderFrame } from '../../../client/cli/rendering/render-progress.ts';
import { renderStatus } from '../../../client/cli/rendering/render-status.ts';
import { createOutput, createPaint } from '../../../client/cli/terminal/output.ts';
import { createEventDisplay, createLineDisplay } from '../../../client/cli/watching/watch-run.ts';
import { researchProgress, runView, secondsIn } from '../../support/builders/run-views.ts';

const activity = (doing: string | null, seconds = 0) => ({
  activity: 'scoreRelevance',
  startedAt: new Date(secondsIn(seconds)).toISOString(),
  lastHeartbeatAt: new Date(secondsIn(seconds + 1)).toISOString(),
  doing,
});

const layout = { columns: 80, rows: 24, now: secondsIn(12), tick: 0, paint: createPaint(false) };

function createScreen(isJson: boolean) {
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text.trimEnd()) > 0 };
  return { lines, output: createOutput({ stdout: stream, stderr: stream, isJson, isQuiet: false }) };
}

describe('createLineDisplay', () => {
  beforeEach(() => void vi.useFakeTimers({ now: secondsIn(0) }));
  afterEach(() => void vi.useRealTimers());

  it('shows the current activity after a pause, not at every poll', () => {
    const { lines, output } = createScreen(false);
    const display = createLineDisplay(output);

    for (let seconds = 0; seconds <= 25; seconds++) {
      vi.setSystemTime(secondsIn(seconds));
      display.show(runView({ activities: [activity(`asking the model m1 for ${seconds} s`)] }));
    }

    expect(lines).toEqual([
      '[0:00] researching',
      '[0:10] asking the model m1 for 10 s',
      '[0:20] asking the model m1 for 20 s',
    ]);
  });

  it('shows no note twice when the worker was too busy to answer in between', () => {
    const { lines, output } = createScreen(false);
    const display = createLineDisplay(output);
    const gaps = [createGap('provider-failed', { subject: 'tavily', cause: 'the key is refused' })];
    const progress = researchProgress({ gaps });
    const busy = { from: 'server' as const, workerIsBusy: true, activities: [activity(null)] };

    for (const run of [runView({ progress }), runView({ progress, ...busy }), runView({ progress })]) display.show(run);

    expect(lines).toEqual(['[0:00] researching', '[0:00] provider: tavily could not be searched: the key is refused']);
  });

  it('reports a missing worker once heartbeats stop', () => {
    const { lines, output } = createScreen(false);
    const display = createLineDisplay(output);

    display.show(runView({ from: 'server', workerIsBusy: true }));
    display.show(runView({ from: 'server', workerIsBusy: false }));
    display.show(runView({ from: 'server', workerIsBusy: false }));

    expect(lines).toEqual([
      '[0:00] researching',
      '[0:00] no worker has asked for work yet; start one: npx plumbline worker',
    ]);
  });
});

describe('createEventDisplay', () => {
  it('ignores a heartbeat without news', () => {
    const { lines, output } = createScreen(true);
    const display = createEventDisplay(output);

    display.show(runView({ activities: [activity('indexing: 1 of 2 files', 0)] }));
    display.show(runView({ activities: [activity('indexing: 1 of 2 files', 2)], workerLastSeenAt: 'later' }));
    display.show(runView({ activities: [activity('indexing: 2 of 2 files', 4)] }));

    expect(lines).toHaveLength(2);
  });
});

describe('the current activity', () => {
  const waits = [
    activity('asking the model m1 for 40 s, 210 tokens so far'),
    activity('asking the model m1 for 3 s', 37),
  ];

  it('is in the frame, without repetition, and no worker counts as missing', () => {
    const lines = renderFrame(runView({ from: 'server', workerIsBusy: true, activities: waits }), layout);

    expect(lines).toContain('  asking the model m1 for 40 s, 210 tokens so far (2 at once)');
    expect(lines.join('\n')).not.toContain('worker');
  });

  it('is cut to two lines, as plain text', () => {
    const many = ['a\u001b[31m', 'b', 'c'].map((name) => activity(`waiting for ${name}, 1 s`));

    expect(renderFrame(runView({ activities: many }), layout).slice(1)).toEqual([
      '  waiting for a, 1 s',
      '  waiting for b, 1 s',
    ]);
  });

  it('is in the status, which says that the worker is busy', () => {
    const text = renderStatus(runView({ from: 'server', workerIsBusy: true, activities: waits }), {
      columns: 120,
      now: secondsIn(42),
    });

    expect(text).toContain('  Now        asking the model m1 for 40 s, 210 tokens so far (2 at once)\n');
    expect(text).toContain('  Note       the worker is busy');
  });
});
