import type { RunView } from '../run-view.ts';
import type { Output } from './output.ts';
import type { Paint } from './paint.ts';
import { createRedraw, type Screen } from './redraw.ts';
import { renderChanges } from './render-changes.ts';
import { renderFrame } from './render-progress.ts';

/** Shows a run while it is watched. */
export interface RunDisplay {
  show(run: RunView): void;
  /** Prints text that stays, beside the run. */
  note(text: string): void;
  /** Leaves the terminal to a question until `resume`. */
  pause(): void;
  resume(): void;
  close(): void;
}

const FRAME_MS = 120;

/** A view that is redrawn in place. */
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

/** One line for every change, for logs and pipes. */
export function createLineDisplay(output: Output): RunDisplay {
  let previous: RunView | undefined;
  return {
    show(run) {
      for (const line of renderChanges(previous, run, Date.now())) output.progress(line);
      previous = run;
    },
    note: (text) => output.notice(text),
    pause() {},
    resume() {},
    close() {},
  };
}

/** One JSON line for every change. */
export function createEventDisplay(output: Output): RunDisplay {
  let previous = '';
  return {
    show(run) {
      const current = JSON.stringify(run);
      if (current !== previous) output.event(run);
      previous = current;
    },
    note() {},
    pause() {},
    resume() {},
    close() {},
  };
}
