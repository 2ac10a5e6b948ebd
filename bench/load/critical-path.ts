import type { temporal } from '@temporalio/proto';

type History = temporal.api.history.v1.IHistory;
type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/** An activity as the history of its run has it; times in milliseconds. */
export interface RecordedActivity {
  readonly name: string;
  /** As the Web UI shows it. */
  readonly summary: string;
  readonly scheduledAt: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Requests to the model that it needed, one after the other. */
  readonly modelCalls: number;
  /** What it had to wait for: activities that ended right before the workflow scheduled it. */
  readonly causes: readonly RecordedActivity[];
}

/** The chain of activities that decided when a run was over. */
export interface CriticalPath {
  /** Of the run, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly wallMs: number;
  /** Latencies of servers outside along the chain: no machine could have been faster with this order of steps. */
  readonly latencyMs: number;
  /** First to last. */
  readonly chain: readonly RecordedActivity[];
  /** From the end of one activity to the scheduling of the next, and before the first and after the last: workflow tasks. */
  readonly workflowMs: number;
  /** From scheduling to the start: the server's matching, the worker's polling, and waiting for a free slot. */
  readonly dispatchMs: number;
  /** Within the activities, without the latencies: our own work and the way to the server and back. */
  readonly workMs: number;
  /** The same by the names of the activities. */
  readonly workByName: ReadonlyMap<string, number>;
}

/**
 * Finds the critical path of a run in its history. A step depends on those activities whose end woke the workflow task
 * that scheduled it; where several ended at once, the longest chain counts. Latencies are the fixed ones of the servers.
 *
 * @param latencyOf of one request that an activity of this name makes, in milliseconds; 0 for what stays on the machine
 */
export function findCriticalPath(history: History, latencyOf: (activity: RecordedActivity) => number): CriticalPath {
  const { last, startedAt, endedAt } = readHistory(history);
  const lengths = new Map<RecordedActivity, number>();
  const lengthOf = (activity: RecordedActivity): number => {
    const known = lengths.get(activity);
    if (known !== undefined) return known;
    const length = latencyOf(activity) + Math.max(0, ...activity.causes.map(lengthOf));
    lengths.set(activity, length);
    return length;
  };
  const chain: RecordedActivity[] = [];
  for (let next = longest(last, lengthOf); next !== undefined; next = longest(next.causes, lengthOf))
    chain.unshift(next);
  const sum = (value: (activity: RecordedActivity) => number) =>
    chain.reduce((total, activity) => total + value(activity), 0);
  const latencyMs = sum(latencyOf);
  const dispatchMs = sum((activity) => activity.startedAt - activity.scheduledAt);
  const workOf = (activity: RecordedActivity): number => activity.endedAt - activity.startedAt - latencyOf(activity);
  const workMs = sum(workOf);
  const workByName = new Map<string, number>();
  for (const activity of chain) {
    workByName.set(activity.name, (workByName.get(activity.name) ?? 0) + workOf(activity));
  }
  const wallMs = endedAt - startedAt;
  const workflowMs = wallMs - latencyMs - dispatchMs - workMs;
  return { startedAt, wallMs, latencyMs, chain, workflowMs, dispatchMs, workMs, workByName };
}

/** Of chains that are as long, the one that ended last. */
function longest(
  activities: readonly RecordedActivity[],
  lengthOf: (activity: RecordedActivity) => number,
): RecordedActivity | undefined {
  return [...activities].sort((a, b) => lengthOf(b) - lengthOf(a) || b.endedAt - a.endedAt)[0];
}

function readHistory({ events }: History) {
  const scheduled = new Map<number, HistoryEvent>();
  const started = new Map<number, HistoryEvent>();
  /** By the id of the event that completes a workflow task: what had ended since the one before began. */
  const causesOf = new Map<number, readonly RecordedActivity[]>();
  let ended: RecordedActivity[] = [];
  let taken: readonly RecordedActivity[] = [];
  let last: readonly RecordedActivity[] = [];
  for (const event of events ?? []) {
    const id = Number(event.eventId);
    if (event.activityTaskScheduledEventAttributes) scheduled.set(id, event);
    const start = event.activityTaskStartedEventAttributes;
    if (start) started.set(Number(start.scheduledEventId), event);
    const end = event.activityTaskCompletedEventAttributes;
    if (end) {
      const key = Number(end.scheduledEventId);
      ended.push(toActivity(scheduled.get(key), started.get(key), event, causesOf));
    }
    if (event.workflowTaskStartedEventAttributes) {
      // A task that only goes on with its rules has the causes of the one before.
      if (ended.length > 0) taken = ended;
      ended = [];
    }
    if (event.workflowTaskCompletedEventAttributes) causesOf.set(id, taken);
    if (event.workflowExecutionCompletedEventAttributes) last = taken;
  }
  const all = events ?? [];
  return { last, startedAt: timeOf(all[0]), endedAt: timeOf(all.at(-1)) };
}

function toActivity(
  scheduled: HistoryEvent | undefined,
  started: HistoryEvent | undefined,
  ended: HistoryEvent,
  causesOf: ReadonlyMap<number, readonly RecordedActivity[]>,
): RecordedActivity {
  const attributes = scheduled?.activityTaskScheduledEventAttributes;
  const summary = scheduled?.userMetadata?.summary?.data;
  return {
    name: attributes?.activityType?.name ?? '',
    summary: summary ? String(JSON.parse(Buffer.from(summary).toString('utf8'))) : '',
    scheduledAt: timeOf(scheduled),
    startedAt: timeOf(started),
    endedAt: timeOf(ended),
    modelCalls: modelCallsIn(ended),
    causes: causesOf.get(Number(attributes?.workflowTaskCompletedEventId)) ?? [],
  };
}

function modelCallsIn(ended: HistoryEvent): number {
  const data = ended.activityTaskCompletedEventAttributes?.result?.payloads?.[0]?.data;
  if (!data?.length) return 0;
  const result = JSON.parse(Buffer.from(data).toString('utf8')) as { cost?: { modelCalls?: number } } | null;
  return result?.cost?.modelCalls ?? 0;
}

function timeOf(event: HistoryEvent | undefined): number {
  return Number(event?.eventTime?.seconds ?? 0) * 1_000 + Number(event?.eventTime?.nanos ?? 0) / 1e6;
}
