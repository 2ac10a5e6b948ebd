import { asyncLocalStorage, type Context, type Info } from '@temporalio/activity';
import {
  ApplicationFailure,
  CancelledFailure,
  defaultPayloadConverter,
  DefaultFailureConverter,
  ensureApplicationFailure,
  type RawValue,
} from '@temporalio/common';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ActivityThreads, type ComputingLimits } from '../../workers/activity-threads/activity-threads.ts';
import { FAILURES } from '../support/builders/thrown-failures.ts';

const [RUN, ANSWER] = ['deepResearch', 'answerQuery'];
const ENTRY = new URL('../support/processes/served-bodies.ts', import.meta.url);

let threads: ActivityThreads;

function start(limits: Partial<ComputingLimits> = {}, data: unknown = null): ActivityThreads {
  const answers = {
    known: async (...args: readonly unknown[]) => ['answered', ...args],
    refused: async () => Promise.reject(Object.assign(new Error('there is none'), { name: 'GoneError' })),
  };
  threads = new ActivityThreads({ entry: ENTRY, data, answers }, limits);
  return threads;
}

interface Attempt {
  readonly activityId?: string;
  readonly workflowType?: string;
  readonly startToCloseTimeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly beats?: unknown[];
  readonly warnings?: unknown[];
}

/** As the SDK calls an activity. */
async function call(name: string, input?: unknown, attempt: Attempt = {}): Promise<unknown> {
  const { activityId = name, workflowType = RUN, startToCloseTimeoutMs = 3_600_000 } = attempt;
  const { signal = new AbortController().signal } = attempt;
  const info: Partial<Info> = {
    activityType: name,
    activityId,
    workflowType,
    workflowExecution: { workflowId: 'w', runId: 'r' },
    startToCloseTimeoutMs,
    isLocal: false,
  };
  const context = {
    info,
    cancellationSignal: signal,
    heartbeat: (doing: unknown) => attempt.beats?.push(doing),
    log: { warn: (message: string, meta: object) => attempt.warnings?.push([message, meta]) },
  };
  const { payload }: RawValue = await asyncLocalStorage.run(context as unknown as Context, () =>
    threads.activities.default(input),
  );
  return defaultPayloadConverter.fromPayload(payload);
}

/** How Temporal stores what a body threw; without the places in the code. */
function stored(error: unknown): unknown {
  const failure = error instanceof CancelledFailure ? error : ensureApplicationFailure(error);
  const encoded = new DefaultFailureConverter().errorToFailure(failure, defaultPayloadConverter);
  return JSON.parse(JSON.stringify(encoded, (key, value: unknown) => (key === 'stackTrace' ? undefined : value)));
}

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail('it did not fail'),
    (error: unknown) => error,
  );

/** Holds a thread until it is released. */
function holding() {
  const number = new Int32Array(new SharedArrayBuffer(8));
  return {
    number,
    begun: async () => {
      await expect.poll(() => Atomics.load(number, 1)).toBe(1);
    },
    release: () => {
      Atomics.store(number, 0, 1);
      Atomics.notify(number, 0);
    },
  };
}

describe('what crosses to a thread and back', () => {
  beforeAll(() => void start());
  afterAll(() => threads.close());

  it.each([undefined, null, 0, '', 'text', [1, [2]], { a: { b: [null, true] } }])('the value %j', async (value) => {
    expect(await call('echo', value)).toEqual(value);
  });

  it.each(Object.entries(FAILURES))('%s, as Temporal would store it', async (name, make) => {
    const error = await rejection(call('fail', name));
    expect(stored(error)).toEqual(stored(make()));
  });

  it('an activity that is not there', async () => {
    expect(await rejection(call('toString'))).toMatchObject({ message: 'This worker has no activity "toString".' });
  });

  it('a cancellation, with its reason', async () => {
    const controller = new AbortController();
    const cancelled = rejection(call('untilCancelled', null, { signal: controller.signal }));
    await call('echo');
    controller.abort(new CancelledFailure('the run was cancelled'));

    expect(stored(await cancelled)).toEqual(stored(new CancelledFailure('the run was cancelled')));
  });

  it('progress and warnings', async () => {
    const beats: unknown[] = [];
    const warnings: unknown[] = [];
    await call('tell', null, { beats, warnings });

    expect(beats).toContain('halfway');
    expect(warnings).toEqual([['something is odd', { error: expect.objectContaining({ message: 'odd' }) }]]);
  });

  it('a question to the main thread', async () => {
    expect(await call('ask', 'known')).toEqual(['answered', 'once', 2]);
    expect(await rejection(call('ask', 'refused'))).toMatchObject({ message: 'there is none' });
    expect(await rejection(call('ask', 'unknown'))).toMatchObject({ message: expect.stringContaining('"unknown"') });
  });
});

describe('a call that computes', () => {
  afterEach(() => threads.close());

  it('is alive meanwhile, and holds no other call, also none that came to its thread after it', async () => {
    start();
    const order: string[] = [];
    const beats: unknown[] = [];
    const { number, begun, release } = holding();
    const held = call('hold', number, { beats }).then((value) => order.push(String(value)));
    await begun();
    const others = await Promise.all(['first', 'second'].map((text) => call('echo', text)));
    order.push(...others.map(String));
    const sofar = beats.length;
    await expect.poll(() => beats.length).toBeGreaterThan(sofar + 1);
    release();
    await held;

    expect(order).toEqual(['first', 'second', 'held']);
    expect(beats.at(-1)).toMatch(/^computing for \d+ s$/);
  });

  it.each([
    ['an answer', { workflowType: ANSWER }, { answerMs: 1 }, RUN],
    ['a run', { workflowType: RUN }, { otherMs: 1 }, ANSWER],
    [
      'a step with little time for an attempt',
      { workflowType: 'briefing', startToCloseTimeoutMs: 10 },
      { leastMs: 1 },
      RUN,
    ],
  ])('for too long fails for good, and the next one is served: %s', async (_, attempt, limits, workflowType) => {
    start(limits);
    const failure = await rejection(call('compute', null, attempt));

    expect(failure).toMatchObject({ type: 'ComputedTooLong', nonRetryable: true });
    // Of another kind: a thread that a busy machine lets wait seems to compute.
    expect(await call('echo', 'next', { workflowType })).toBe('next');
  });

  it('beside others is done again alone, as they are, and only it fails for good', async () => {
    start({ sharedMs: 1, answerMs: 1 });
    const attempt = { activityId: '7', workflowType: ANSWER };
    const beside = rejection(call('pause', 3_600_000));
    const computing = rejection(call('compute', null, attempt));

    expect(await Promise.all([beside, computing])).toMatchObject([
      { type: 'ActivityThreadLost', nonRetryable: false },
      { type: 'ActivityThreadLost', nonRetryable: false },
    ]);
    const again = rejection(call('compute', null, attempt));
    expect(await call('pause', 1)).toBe('paused');
    expect(await again).toMatchObject({ type: 'ComputedTooLong', nonRetryable: true });
  });
});

describe('a thread that ends', () => {
  afterEach(() => threads.close());

  it.each(['exit', 'crash'])('fails its calls, which are retried, and is replaced: %s', async (name) => {
    start();
    const beside = rejection(call('pause', 3_600_000));
    expect(await call('count')).toBe(1);
    const failures = [await rejection(call(name)), await beside];

    expect(failures).toMatchObject(Array(2).fill({ type: 'ActivityThreadLost', nonRetryable: false }));
    expect(failures[0]).toBeInstanceOf(ApplicationFailure);
    expect(await call('count')).toBe(1);
  });

  it('before it could serve says why', async () => {
    start({}, 'broken');
    await expect(threads.ready).rejects.toThrow('the home cannot be opened');
  });
});
