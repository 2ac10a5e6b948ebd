import { setTimeout as delay } from 'node:timers/promises';
import type { BriefingObservation } from '../../briefings/briefing-observation.ts';
import { LOOK_EVERY_MS, lookPatiently } from '../watching/watch-run.ts';

/** A worker that starts takes a second or two; after this time its absence is said. */
const WORKER_PATIENCE_MS = 5_000;

export interface BriefingWatch {
  /** Null: it has not begun. */
  look(): Promise<BriefingObservation | null>;
  /** Takes a line of progress. */
  say(line: string): void;
  readonly signal: AbortSignal;
  /** How to come back, when the server is lost. */
  readonly remedy: string;
  readonly lookEveryMs?: number;
}

/**
 * Says what a briefing does until it is over.
 *
 * @throws the signal's reason when it is aborted; {EnvironmentError} when the server does not come back
 */
export async function watchBriefing(watch: BriefingWatch): Promise<BriefingObservation> {
  const { signal, lookEveryMs = LOOK_EVERY_MS } = watch;
  const teller = createTeller((line) => watch.say(line));
  let lastAnswerAt = Date.now();
  for (;;) {
    signal.throwIfAborted();
    const seen = await lookPatiently(() => watch.look(), lastAnswerAt, `Come back: ${watch.remedy}`);
    if (seen !== undefined) lastAnswerAt = Date.now();
    if (seen) {
      teller(seen);
      if (seen.status !== 'running') return seen;
    }
    await delay(lookEveryMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** Says each stage once, and each detail once. */
function createTeller(say: (line: string) => void): (seen: BriefingObservation) => void {
  let stage = '';
  let told = 0;
  let answeredAt = Date.now();
  let saidThatItWaits = false;
  return ({ status, progress }) => {
    if (progress === null) {
      if (status !== 'running' || saidThatItWaits || Date.now() - answeredAt < WORKER_PATIENCE_MS) return;
      saidThatItWaits = true;
      say('Waiting for a worker');
      return;
    }
    answeredAt = Date.now();
    saidThatItWaits = false;
    for (const detail of progress.details.slice(told)) say(`  ${detail}`);
    told = progress.details.length;
    if (progress.stage !== stage) say(`Stage: ${progress.stage}`);
    stage = progress.stage;
  };
}
