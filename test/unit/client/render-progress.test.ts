import { describe, expect, it } from 'vitest';
import { renderFrame } from '../../../client/cli/rendering/render-progress.ts';
import { createPaint } from '../../../client/cli/terminal/output.ts';
import { displayWidth } from '../../../client/cli/terminal/text-layout.ts';
import { shownTelemetryOf } from '../../support/builders/research-fixtures.ts';
import { researchProgress, runView, secondsIn, taskProgress } from '../../support/builders/run-views.ts';

const layout = { columns: 80, rows: 24, now: secondsIn(12), tick: 0, paint: createPaint(false) };

const busy = runView({
  progress: researchProgress({
    corpus: {
      corpusId: 'c1',
      version: 'v1',
      files: 46,
      passages: 812,
      added: 46,
      changed: 0,
      removed: 0,
      bytesRead: 1_000,
      languages: ['en'],
      partialCount: 0,
      skippedCount: 1,
      skippedFiles: [{ locator: 'a.pdf', reason: 'encrypted' }],
    },
    usage: { searches: 1, pages: 7, modelCalls: 0, modelTokens: 0, money: 0 },
    tasks: [
      taskProgress({ step: 'done', findings: 5 }),
      taskProgress({
        taskId: 'task-2',
        text: 'Welche Fristen gelten für die Prüfung?',
        step: 'extracting',
        findings: 1,
      }),
      taskProgress({ taskId: 'task-3', text: 'What about \u001b[31mredirects?', step: 'waiting', findings: 0 }),
    ],
  }),
});

describe('renderFrame', () => {
  it('shows stage, time, counts, corpus and tasks', () => {
    expect(renderFrame(busy, layout)).toEqual([
      '⠋ researching 0:12 · 1 of 3 tasks · 1 search · 7 passages read · 6 findings',
      '  46 files, 812 passages; 1 file not read, or only in part',
      '  ✓ How are connections limited?                                    5 findings',
      '  ⠋ Welche Fristen gelten für die Prüfung?               extracting, 1 finding',
      '  · What about redirects?                                              waiting',
    ]);
  });

  it('shows web pages, the follow-up round and the providers that failed', () => {
    const { counts } = shownTelemetryOf();
    const telemetry = shownTelemetryOf({
      webPages: 1,
      providerErrors: [{ provider: 'tavily', cause: 'the key is refused', count: 2 }],
      counts: { ...counts, rounds: 1 },
    });
    const run = { ...busy, progress: busy.progress && { ...busy.progress, telemetry } };

    const lines = renderFrame(run, { ...layout, columns: 100 });

    expect(lines[0]).toContain('· 6 findings · follow-up round 1');
    expect(lines).toContain('  46 files, 812 passages, 1 web page found; 1 file not read, or only in part');
    expect(lines.at(-1)).toBe('  ! without tavily, which failed');
  });

  it('shows the chain of stages when there is room', () => {
    expect(renderFrame(busy, { ...layout, columns: 120 })[1]).toBe(
      '  indexing › clarifying › anchored › planning › [researching] › validating › synthesizing › verifying',
    );
  });

  it.each([20, 30, 41, 80, 200])('never fills a line of %i columns', (columns) => {
    const lines = renderFrame(busy, { ...layout, columns });

    expect(Math.max(...lines.map(displayWidth))).toBeLessThan(columns);
  });

  it('shows the active tasks when not all fit', () => {
    const tasks = Array.from({ length: 24 }, (_, index) =>
      taskProgress({ taskId: `t-${index}`, text: `Task ${index}`, step: index === 20 ? 'searching' : 'done' }),
    );

    const lines = renderFrame(runView({ progress: researchProgress({ tasks }) }), { ...layout, rows: 14 });

    expect(lines.length).toBeLessThan(14);
    expect(lines.join('\n')).toMatch(/Task 20[^]*and 18 more tasks/);
  });

  it('names what is retried and why', () => {
    const retry = {
      activity: 'search',
      attempt: 3,
      cause: 'disk full',
      nextAttemptAt: new Date(secondsIn(15)).toISOString(),
    };

    expect(renderFrame(runView({ retries: [retry] }), layout)).toContain(
      '  ! search failed, attempt 3 in 3 s: disk full',
    );
  });

  it('says that there is no worker', () => {
    const lines = renderFrame(runView({ from: 'server', workerLastSeenAt: '2026-03-01T09:58:00.000Z' }), layout);

    expect(lines.at(-1)).toBe('  ! no worker since 2026-03-01T09:58:00.000Z; start one: npx plumbline worker');
  });

  it('does not call a busy worker missing', () => {
    const workerLastSeenAt = new Date(secondsIn(0)).toISOString();
    const lines = renderFrame(runView({ from: 'server', workerLastSeenAt }), layout);

    expect(lines.at(-1)).toContain('the worker is busy or restarting (last sign of it');
  });

  it('asks for the key, not for another worker, when the run cannot be read', () => {
    const cause = 'a payload is encrypted with the key "a": add the key to PLUMBLINE_ENCRYPTION_KEYS';
    const lines = renderFrame(runView({ failingTask: { attempt: 3, cause } }), { ...layout, columns: 200 });

    expect(lines.at(-1)).toBe(`  ! the worker cannot read the run (attempt 3): ${cause}`);
  });

  it('shows a run with only its start known', () => {
    expect(renderFrame(runView({ progress: null, stage: null }), layout)).toEqual(['⠋ starting 0:12']);
  });

  it('colours without changing the text', () => {
    const coloured = renderFrame(busy, { ...layout, paint: createPaint(true) });

    expect(coloured[2]).toContain('\u001b[32m✓\u001b[39m');
  });
});
