import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { RunView } from '@plumbline/contracts/report/run-view';
import { commands, EnvironmentError } from '../../errors/failures.ts';
import { renderActivities, renderChanges } from '../rendering/render-changes.ts';
import { renderFrame } from '../rendering/render-progress.ts';
import type { Output, Paint, TextStream } from '../terminal/output.ts';
import { displayWidth } from '../terminal/text-layout.ts';

const ESCAPE = '\u001b[';

// Terminals with mode 2026 show everything between the two at once; others ignore it.
const BEGIN_UPDATE = `${ESCAPE}?2026h`;
const END_UPDATE = `${ESCAPE}?2026l`;
const HIDE_CURSOR = `${ESCAPE}?25l`;
const SHOW_CURSOR = `${ESCAPE}?25h`;

const FRAME_MS = 120;

const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

/** After this time without a change, the activities in progress are shown. */
const LONGEST_SILENCE_MS = 10_000;

/** Time between two looks; the live view is redrawn more often. */
export const LOOK_EVERY_MS = 400;

/** A restarting server is back in seconds; after this time it counts as lost. */
const PATIENCE_MS = 30_000;

/** Handles a run that waits for an answer. */
export interface Responder {
  /** Called at every look; must not wait. */
  consider(run: RunView): void;
  close(): Promise<void>;
}

export interface WatchedRun {
  readonly researchId: string;
  look(): Promise<RunView>;
  /** Settles when the run is over or can no longer be observed; the next look is then skipped. */
  readonly over?: Promise<unknown>;
}

export interface WatchOptions {
  readonly display: RunDisplay;
  readonly responder: Responder;
  readonly signal: AbortSignal;
  readonly lookEveryMs?: number;
}

/**
 * Shows a run until it is over.
 *
 * @throws the signal's reason when it is aborted; {EnvironmentError} when the server does not come back
 */
export async function watchRun(
  run: WatchedRun,
  { display, responder, signal, lookEveryMs = LOOK_EVERY_MS }: WatchOptions,
): Promise<RunView> {
  const remedy = `Resume the run: ${commands.resume(run.researchId)}`;
  let lastAnswerAt = Date.now();
  let over = run.over?.catch(() => undefined);
  try {
    for (;;) {
      signal.throwIfAborted();
      const view = await lookPatiently(() => run.look(), lastAnswerAt, remedy);
      if (view !== undefined) {
        lastAnswerAt = Date.now();
        display.show(view);
        responder.consider(view);
        if (view.endedAt !== null) return view;
      }
      // Once: a server that lists the end late is looked at as often as before.
      if (await pause(lookEveryMs, signal, over)) over = undefined;
      signal.throwIfAborted();
    }
  } finally {
    await responder.close();
    display.close();
  }
}

/** @returns true when it ended early because the run is over; an aborted signal ends it, too */
async function pause(ms: number, signal: AbortSignal, over: Promise<unknown> | undefined): Promise<boolean> {
  const woken = new AbortController();
  void over?.then(() => woken.abort());
  await delay(ms, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => undefined);
  return woken.signal.aborted;
}

/** @param remedy how to come back @returns undefined when the server did not answer but may come back */
export async function lookPatiently<View>(
  look: () => Promise<View>,
  lastAnswerAt: number,
  remedy: string,
): Promise<View | undefined> {
  try {
    return await look();
  } catch (error) {
    const { isUnreachable } = await import('../../errors/temporal-errors.ts');
    if (!isUnreachable(error)) throw error;
    if (Date.now() - lastAnswerAt < PATIENCE_MS) return undefined;
    throw new EnvironmentError('Temporal no longer answers', `Nothing is lost. ${remedy}`, { cause: error });
  }
}

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

/** A view redrawn in place. */
export function createLiveDisplay(screen: Screen, columns: number | null, paint: Paint): RunDisplay {
  const redraw = createRedraw(screen);
  let run: RunView | undefined;
  let isPaused = false;
  let tick = 0;

  function draw(): void {
    if (run === undefined || isPaused) return;
    const layout = { columns: columns ?? widthOf(screen), rows: screen.rows || DEFAULT_ROWS };
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

/** Of displays that redraw nothing. */
const STILL = { note() {}, pause() {}, resume() {}, close() {} };

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
    ...STILL,
    note: (text) => output.notice(text),
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
    ...STILL,
  };
}

/** What redrawing needs of a terminal. */
interface Screen extends TextStream {
  readonly columns?: number;
  readonly rows?: number;
}

interface Redraw {
  /** Replaces the lines that were drawn last. */
  draw(lines: readonly string[]): void;
  /** Removes the lines, so that other text can be written. */
  clear(): void;
  /** Leaves the lines in place and shows the cursor again. */
  end(): void;
}

/** Redraws a few lines in the same place. */
export function createRedraw(screen: Screen): Redraw {
  let drawn: readonly string[] = [];
  /** After a resize the terminal may have wrapped the old lines, so their height is computed again. */
  const goHome = () => {
    const height = drawn.reduce((sum, line) => sum + rowsOf(line, widthOf(screen)), 0);
    return height === 0 ? '' : `${ESCAPE}${height}A\r`;
  };
  return {
    draw(lines) {
      if (lines.length === drawn.length && lines.every((line, index) => line === drawn[index])) return;
      const body = lines.map((line) => `${ESCAPE}2K${line}\n`).join('');
      screen.write(`${BEGIN_UPDATE}${HIDE_CURSOR}${goHome()}${body}${ESCAPE}J${END_UPDATE}`);
      drawn = lines;
    },
    clear() {
      if (drawn.length > 0) screen.write(`${goHome()}${ESCAPE}J${SHOW_CURSOR}`);
      drawn = [];
    },
    end() {
      if (drawn.length > 0) screen.write(SHOW_CURSOR);
      drawn = [];
    },
  };
}

/** A terminal without a window says 0. */
function widthOf({ columns }: Screen): number {
  return columns === undefined || columns === 0 ? DEFAULT_COLUMNS : columns;
}

function rowsOf(line: string, columns: number): number {
  return Math.max(1, Math.ceil(displayWidth(stripVTControlCharacters(line)) / columns));
}
