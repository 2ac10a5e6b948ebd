import type { temporal } from '@temporalio/proto';

type Event = temporal.api.history.v1.IHistoryEvent;

export interface HistoryFigures {
  readonly events: number;
  /** Calls by activity; each makes three events, and most of them a workflow task of three more. */
  readonly calls: Readonly<Record<string, number>>;
  readonly workflowTasks: number;
  readonly largestPayload: { readonly bytes: number; readonly of: string };
}

/** What a run left in its history. */
export function readHistory(events: readonly Event[]): HistoryFigures {
  const scheduled = new Map<string, string>();
  const calls: Record<string, number> = {};
  let largest = { bytes: 0, of: '' };
  for (const event of events) {
    const name = event.activityTaskScheduledEventAttributes?.activityType?.name;
    if (name !== undefined && name !== null) {
      scheduled.set(String(event.eventId), name);
      calls[name] = (calls[name] ?? 0) + 1;
    }
    const caller = scheduled.get(String(event.activityTaskCompletedEventAttributes?.scheduledEventId));
    const bytes = Math.max(0, ...payloadSizes(event));
    const place = name ?? (caller === undefined ? String(event.eventType) : `result of ${caller}`);
    if (bytes > largest.bytes) largest = { bytes, of: place };
  }
  const workflowTasks = events.flatMap((event) => event.workflowTaskScheduledEventAttributes ?? []).length;
  return { events: events.length, calls, workflowTasks, largestPayload: largest };
}

/** Bytes of every payload inside, wherever it stands. */
function payloadSizes(value: unknown): number[] {
  if (value === null || typeof value !== 'object') return [];
  if ('data' in value && value.data instanceof Uint8Array) return [value.data.byteLength];
  return Object.values(value).flatMap(payloadSizes);
}
