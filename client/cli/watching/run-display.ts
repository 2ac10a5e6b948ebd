import type { RunView } from '../../runs/run-view.ts';
import { renderActivities, renderChanges } from '../rendering/render-changes.ts';
import { renderFrame } from '../rendering/render-progress.ts';
import type { Output } from '../terminal/output.ts';
import type { Paint } from '../terminal/paint.ts';
import { createRedraw, type Screen } from '../terminal/redraw.ts';

/** Shows a run while it is watched. */
export interface RunDisplay {
  show(run: RunView): void;
  /** Prints text that stays on the screen. */
  note(text: string): void;
  /** Frees the terminal for a question until `resume`. */
  pause(): void;
  resume(): void;
  close(): void;
}

const FRAME_MS = 120;

/** A view redrawn in place. */
export function createLiveDisplay(screen: Screen, columns: number | null, paint: Paint): RunDisplay {
  const redraw = createRedraw(screen);
  let run: RunView | undefined;
  let isPaused = false;
  let tick = 0;

  function draw(): void {
    if (run === undefined || isPaused) return;
    const layout = { columns: columns ?? screen.columns ?? 80, rows: screen.rows ?? 24 };
    redraw.draw(renderFrame(run, { ...layout, now: Date.now(), tick, paint }));
  }

  const timer = setInterval(() => {
    tick += 1;
    draw();
  }, FRAME_MS);
  timer.unref();

  return {
    show(latest) {
      run = latest;
      draw();
    },
    note(text) {
      redraw.clear();
      screen.write(`${text}\n`);
      draw();
    },
    pause() {
      isPaused = true;
      redraw.clear();
    },
    resume() {
      isPaused = false;
      draw();
    },
    close() {
      clearInterval(timer);
      redraw.end();
    },
  };
}

/** After this time without a change, the activities in progress are shown. */
const LONGEST_SILENCE_MS = 10_000;

/** One line per change, and sometimes one for the activities in progress, for logs and pipes. */
export function createLineDisplay(output: Output): RunDisplay {
  let previous: RunView | undefined;
  let saidAt = Date.now();
  return {
    show(run) {
      const now = Date.now();
      const changes = renderChanges(previous, run, now);
      const lines = changes.length > 0 || now - saidAt < LONGEST_SILENCE_MS ? changes : renderActivities(run, now);
      for (const line of lines) output.progress(line);
      if (lines.length > 0) saidAt = now;
      previous = run;
    },
    note: (text) => output.notice(text),
    pause() {},
    resume() {},
    close() {},
  };
}

/** One JSON line per change. */
export function createEventDisplay(output: Output): RunDisplay {
  let previous = '';
  return {
    show(run) {
      // A heartbeat alone is no change.
      const activities = run.activities.map(({ activity, doing }) => [activity, doing]);
      const current = JSON.stringify({ ...run, workerLastSeenAt: null, activities });
      if (current !== previous) output.event(run);
      previous = current;
    },
    note() {},
    pause() {},
    resume() {},
    close() {},
  };
}
