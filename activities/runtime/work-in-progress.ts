import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What one activity is doing now, in words for people: heartbeats carry it to whoever looks at the run. It holds counts and
 * names of servers and models, never text of documents and never secrets.
 */
export interface WorkInProgress {
  /** Null while there is nothing to tell. */
  describe(now: number): string | null;
  /** Runs `body` so that what it tells is kept here. */
  within<Result>(body: () => Promise<Result>): Promise<Result>;
}

/** A wait that is going on. */
interface Wait {
  readonly subject: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

interface Told {
  step: string | null;
  readonly waits: Set<Wait>;
  readonly onStep: () => void;
}

const ofThisActivity = new AsyncLocalStorage<Told>();

/** Heartbeats are small, whatever a server or a model is called. */
const MAX_LENGTH = 160;

/** @param onStep called whenever the activity told its step */
export function createWorkInProgress(onStep: () => void): WorkInProgress {
  const told: Told = { step: null, waits: new Set(), onStep };
  return {
    describe(now) {
      const parts = [told.step, describeWaits([...told.waits], now)].filter((part) => part !== null);
      return parts.length === 0 ? null : parts.join('; ').slice(0, MAX_LENGTH);
    },
    within: (body) => ofThisActivity.run(told, body),
  };
}

/** Says how far the activity is; outside of one nobody listens. */
export function tellStep(step: string): void {
  const told = ofThisActivity.getStore();
  if (told === undefined) return;
  told.step = step;
  told.onStep();
}

/** Says for as long as `answer` takes that the activity waits for it. @param subject goes on from "waiting for" */
export async function whileWaitingFor<Result>(subject: string, answer: () => Promise<Result>): Promise<Result> {
  const told = ofThisActivity.getStore();
  const wait: Wait = { subject, since: Date.now() };
  told?.waits.add(wait);
  try {
    return await answer();
  } finally {
    told?.waits.delete(wait);
  }
}

/** The one that has lasted longest stands for all; what is over in a second is not worth a word. */
function describeWaits([oldest]: readonly Wait[], now: number): string | null {
  if (oldest === undefined) return null;
  const seconds = Math.floor((now - oldest.since) / 1_000);
  return seconds < 1 ? null : `waiting for ${oldest.subject}, ${seconds} s`;
}
