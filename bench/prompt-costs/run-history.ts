import proto, { type temporal } from '@temporalio/proto';

type Event = temporal.api.history.v1.IHistoryEvent;

export interface HistoryFigures {
  readonly events: number;
  /** Calls by activity; each makes three events, and most of them a workflow task of three more. */
  readonly calls: Readonly<Record<string, number>>;
  readonly workflowTasks: number;
  /** Of the whole history, as the server stores it. */
  readonly bytes: number;
  /** Bytes of all events of a kind: inputs and results by activity, other events by type. */
  readonly bytesByKind: Readonly<Record<string, number>>;
  readonly largestPayload: { readonly bytes: number; readonly of: string };
}

/** What a run left in its history. */
export function readHistory(events: readonly Event[]): HistoryFigures {
  const scheduled = new Map<string, string>();
  const calls: Record<string, number> = {};
  const bytesByKind: Record<string, number> = {};
  let largest = { bytes: 0, of: '' };
  for (const event of events) {
    const name = event.activityTaskScheduledEventAttributes?.activityType?.name;
    if (name !== undefined && name !== null) {
      scheduled.set(String(event.eventId), name);
      calls[name] = (calls[name] ?? 0) + 1;
    }
    const caller = scheduled.get(String(event.activityTaskCompletedEventAttributes?.scheduledEventId));
    const bytes = Math.max(0, ...payloadSizes(event));
    const place = name ?? (caller === undefined ? nameOfType(event) : `result of ${caller}`);
    bytesByKind[place] = (bytesByKind[place] ?? 0) + sizeOf(event);
    if (bytes > largest.bytes) largest = { bytes, of: place };
  }
  const workflowTasks = events.flatMap((event) => event.workflowTaskScheduledEventAttributes ?? []).length;
  const bytes = Object.values(bytesByKind).reduce((sum, size) => sum + size, 0);
  return { events: events.length, calls, workflowTasks, bytes, bytesByKind, largestPayload: largest };
}

function sizeOf(event: Event): number {
  return proto.temporal.api.history.v1.HistoryEvent.encode(event).finish().byteLength;
}

function nameOfType({ eventType }: Event): string {
  return proto.temporal.api.enums.v1.EventType[eventType ?? 0] ?? 'unknown';
}

/** Bytes of every payload inside, wherever it stands. */
function payloadSizes(value: unknown): number[] {
  if (value === null || typeof value !== 'object') return [];
  if ('data' in value && value.data instanceof Uint8Array) return [value.data.byteLength];
  return Object.values(value).flatMap(payloadSizes);
}
