import type { RunView } from '@plumbline/contracts/report/run-view';
import { describe, expect, it } from 'vitest';
import { createAnnouncer } from '../../../client/cli/watching/follow-run.ts';
import { type RunDisplay, watchRun } from '../../../client/cli/watching/watch-run.ts';
import { researchProgress, runView } from '../../support/builders/run-views.ts';

function createRecordingDisplay() {
  const shown: (string | null)[] = [];
  const notes: string[] = [];
  const display: RunDisplay = {
    show: (run) => shown.push(run.stage),
    note: (text) => notes.push(text),
    pause() {},
    resume() {},
    close: () => shown.push('closed'),
  };
  return { display, shown, notes };
}

function createScriptedRun(...looks: readonly (RunView | Error)[]) {
  const script = [...looks];
  return {
    researchId: 'research-limits-3f9a21',
    async look() {
      const next = script.shift();
      if (next === undefined) throw new Error('unscripted look');
      if (next instanceof Error) throw next;
      return next;
    },
  };
}

const pendingClarification = {
  round: 1,
  questions: [{ questionId: 'q1', text: 'Which version?', reason: '' }],
  answeredQuestionIds: [],
  assumptions: [],
  deadline: '2026-03-02T10:00:00.000Z',
};
const waiting = runView({ progress: researchProgress({ stage: 'clarifying', pendingClarification }) });
const over = runView({ stage: 'published', endedAt: '2026-03-01T10:01:00.000Z' });
const options = { signal: new AbortController().signal, lookEveryMs: 1 };

describe('watchRun', () => {
  it('shows a run until it is over', async () => {
    const { display, shown } = createRecordingDisplay();

    const last = await watchRun(createScriptedRun(runView(), over), {
      ...options,
      display,
      responder: createAnnouncer(display),
    });

    expect(last).toBe(over);
    expect(shown).toEqual(['researching', 'published', 'closed']);
  });

  it('does not wait for the next look when the run is over', async () => {
    const { display } = createRecordingDisplay();
    const run = { ...createScriptedRun(runView(), over), over: Promise.reject(new Error('it failed')) };

    const last = await watchRun(run, {
      ...options,
      lookEveryMs: 1_000_000,
      display,
      responder: createAnnouncer(display),
    });

    expect(last).toBe(over);
  });

  it('announces a pending question once, with the command that answers it', async () => {
    const { display, notes } = createRecordingDisplay();

    await watchRun(createScriptedRun(waiting, waiting, over), {
      ...options,
      display,
      responder: createAnnouncer(display),
    });

    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain('npx plumbline answer research-limits-3f9a21 "your answer"');
  });

  it('continues after a short outage of the server', async () => {
    const { display } = createRecordingDisplay();
    const away = Object.assign(new Error('14 UNAVAILABLE'), { code: 14, details: '', metadata: {} });

    const last = await watchRun(createScriptedRun(away, over), {
      ...options,
      display,
      responder: createAnnouncer(display),
    });

    expect(last).toBe(over);
  });

  it('stops with the reason of its signal', async () => {
    const { display, shown } = createRecordingDisplay();
    const interruption = new AbortController();
    const run = createScriptedRun(waiting);

    const watching = watchRun(
      { ...run, look: async () => (interruption.abort(new Error('Ctrl-C')), waiting) },
      { display, responder: createAnnouncer(display), signal: interruption.signal },
    );

    await expect(watching).rejects.toThrow('Ctrl-C');
    expect(shown.at(-1)).toBe('closed');
  });
});
