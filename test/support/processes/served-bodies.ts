// A thread that serves bodies which behave badly, and one that does not.
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { Context, log } from '@temporalio/activity';
import { serveActivities } from '../../../workers/activity-threads/activity-serving.ts';
import { scriptActivities } from '../builders/scripted-activities.ts';
import { FAILURES } from '../builders/thrown-failures.ts';

const A_WHILE_MS = 50;

if (workerData === 'broken') throw new Error('the home cannot be opened');

let served = 0;
const bodies = {
  echo: async (input: unknown) => input,
  /** How many calls this thread has had, this one included. */
  count: async () => ++served,
  fail: async (name: string) => {
    throw FAILURES[name]?.();
  },
  untilCancelled: async () => Context.current().cancelled,
  pause: async (ms: number) => delay(ms, 'paused'),
  tell: async () => {
    Context.current().heartbeat('halfway');
    log.warn('something is odd', { error: new Error('odd') });
  },
  /** As if a request had taken a quarter of a second. */
  measures: async () => {
    Context.current().metricMeter.createHistogram('request', 'float').record(0.25, { model: 'm' });
  },
  ask: async (name: string) => main.ask(name, 'once', 2),
  /** Holds the thread until the number changes. */
  hold: async (number: Int32Array) => {
    Atomics.store(number, 1, 1);
    Atomics.wait(number, 0, 0);
    return 'held';
  },
  compute: async () => {
    for (;;) Math.random();
  },
  exit: async () => process.exit(3),
  crash: async () => {
    setTimeout(() => {
      throw new Error('nobody caught this');
    });
    return new Promise(() => undefined);
  },
};

const { activities } = scriptActivities();
/** Activities of a run. One of a slow run computes until it is told to end, and for longer than a heartbeat may be late. */
const ofRuns = {
  ...activities,
  assessClarity: async (input: Parameters<typeof activities.assessClarity>[0]) => {
    const { beganPath = '', endPath = '', heldMs = 0 } = workerData as Record<string, never>;
    if (!input.question.includes('slowly')) return activities.assessClarity(input);
    writeFileSync(beganPath, '');
    const until = performance.now() + heldMs;
    const number = new Int32Array(new SharedArrayBuffer(4));
    while (!existsSync(endPath) || performance.now() < until) Atomics.wait(number, 0, 0, A_WHILE_MS);
    return activities.assessClarity(input);
  },
};

let main: Parameters<Parameters<typeof serveActivities>[0]>[0];
await serveActivities(async (mainThread) => {
  main = mainThread;
  return { activities: { ...ofRuns, ...bodies }, close: async () => undefined };
});
