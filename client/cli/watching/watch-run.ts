import { setTimeout as delay } from 'node:timers/promises';
import { EnvironmentError } from '../../errors/failures.ts';
import type { RunView } from '../../runs/run-view.ts';
import { commands } from '../../wording/cli-commands.ts';
import type { RunDisplay } from './run-display.ts';

/** Time between two looks; the live view is redrawn more often. */
const LOOK_EVERY_MS = 400;

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
  /** Settles when the run is over, or when nobody can tell any more; the next look is not waited for then. */
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
  let lastAnswerAt = Date.now();
  let over = run.over?.catch(() => undefined);
  try {
    for (;;) {
      signal.throwIfAborted();
      const view = await lookPatiently(run, lastAnswerAt);
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

/** @returns undefined when the server did not answer but may come back */
async function lookPatiently(run: WatchedRun, lastAnswerAt: number): Promise<RunView | undefined> {
  try {
    return await run.look();
  } catch (error) {
    const { isUnreachable } = await import('../../errors/temporal-errors.ts');
    if (!isUnreachable(error)) throw error;
    if (Date.now() - lastAnswerAt < PATIENCE_MS) return undefined;
    throw new EnvironmentError(
      'Temporal no longer answers',
      `Nothing is lost. Resume the run: ${commands.resume(run.researchId)}`,
      { cause: error },
    );
  }
}
