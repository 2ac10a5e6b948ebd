import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What one activity is doing now, in words for users: heartbeats carry it to the run's status. It contains counts and
 * names of servers and models, never text of documents or secrets.
 */
export interface WorkInProgress {
  /** Null while there is nothing to report. */
  describe(now: number): string | null;
  /** Runs `body` and collects the progress that it reports. */
  within<Result>(body: () => Promise<Result>): Promise<Result>;
}

/** A wait in progress. */
interface Wait {
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly describe: (seconds: number) => string;
}

interface Told {
  step: string | null;
  readonly waits: Set<Wait>;
  readonly onStep: () => void;
}

const ofThisActivity = new AsyncLocalStorage<Told>();

/** Limits the length of heartbeats, because names of servers and models may be long. */
const MAX_LENGTH = 160;

/** @param onStep called whenever the activity reports a step */
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

/** Reports the activity's progress; does nothing outside an activity. */
export function tellStep(step: string): void {
  const told = ofThisActivity.getStore();
  if (told === undefined) return;
  told.step = step;
  told.onStep();
}

/** Reports that the activity is waiting, until `answer` settles. @param subject continues "waiting for" */
export function whileWaitingFor<Result>(subject: string, answer: () => Promise<Result>): Promise<Result> {
  return during((seconds) => `waiting for ${subject}, ${seconds} s`, answer);
}

/**
 * Reports that the activity is asking a server whose answer comes in pieces, until `answer` settles.
 *
 * @param subject continues "asking"
 * @param answer tells how much has come: `210 tokens so far`
 */
export function whileAsking<Result>(
  subject: string,
  answer: (tellSoFar: (soFar: string) => void) => Promise<Result>,
): Promise<Result> {
  let soFar = '';
  const describe = (seconds: number) => `asking ${subject} for ${seconds} s${soFar === '' ? '' : `, ${soFar}`}`;
  return during(describe, () =>
    answer((told) => {
      soFar = told;
    }),
  );
}

async function during<Result>(describe: Wait['describe'], answer: () => Promise<Result>): Promise<Result> {
  const told = ofThisActivity.getStore();
  const wait: Wait = { describe, since: Date.now() };
  told?.waits.add(wait);
  try {
    return await answer();
  } finally {
    told?.waits.delete(wait);
  }
}

/** Shows only the longest wait, and none below a second. */
function describeWaits([oldest]: readonly Wait[], now: number): string | null {
  if (oldest === undefined) return null;
  const seconds = Math.floor((now - oldest.since) / 1_000);
  return seconds < 1 ? null : oldest.describe(seconds);
}
