import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import type { Payload, ProtoFailure } from '@temporalio/common';
import {
  decodeArrayFromPayloads,
  decodeOptionalFailureToOptionalError,
} from '@temporalio/common/lib/internal-non-workflow/index.js';
import proto from '@temporalio/proto';
import type { PendingActivity, Retry } from '../../workflows/contracts/report/run-view.ts';

const { PENDING_ACTIVITY_STATE_STARTED } = proto.temporal.api.enums.v1.PendingActivityState;

/** Oldest first. */
export async function activitiesOf(client: Client, { raw }: WorkflowExecutionDescription): Promise<PendingActivity[]> {
  const started = (raw.pendingActivities ?? []).filter(({ state }) => state === PENDING_ACTIVITY_STATE_STARTED);
  const activities = await Promise.all(
    started.map(async ({ activityType, lastStartedTime, lastHeartbeatTime, heartbeatDetails }) => ({
      activity: activityType?.name ?? 'unknown',
      startedAt: toIso(lastStartedTime),
      lastHeartbeatAt: toIso(lastHeartbeatTime),
      doing: await textOf(client, heartbeatDetails?.payloads),
    })),
  );
  return activities.sort((a, b) => (a.startedAt ?? '').localeCompare(b.startedAt ?? ''));
}

/** Workers send heartbeats every 2 s; after 5 s without one the server hands the work to another worker. */
const LIVING_ACTIVITY_MS = 10_000;

/** Whether a worker began an activity or sent a heartbeat recently. @param now milliseconds since the epoch */
export function haveHeartbeats(activities: readonly PendingActivity[], now: number): boolean {
  return activities.some(({ startedAt, lastHeartbeatAt }) => {
    const sign = lastHeartbeatAt ?? startedAt;
    return sign !== null && now - Date.parse(sign) < LIVING_ACTIVITY_MS;
  });
}

/** Heartbeats of another version may contain anything, and those encrypted with another key cannot be read. */
async function textOf({ options }: Client, payloads: Payload[] | null | undefined): Promise<string | null> {
  try {
    const [details] = await decodeArrayFromPayloads(options.loadedDataConverter, payloads);
    return typeof details === 'string' ? details : null;
  } catch {
    return null;
  }
}

export async function retriesOf(client: Client, { raw }: WorkflowExecutionDescription): Promise<Retry[]> {
  const retried = (raw.pendingActivities ?? []).filter((activity) => (activity.attempt ?? 1) >= 2);
  return Promise.all(
    retried.map(async (activity) => ({
      activity: activity.activityType?.name ?? 'unknown',
      attempt: activity.attempt ?? 1,
      cause: (await failureMessageOf(client, activity.lastFailure)) ?? 'the worker was lost',
      nextAttemptAt: toIso(activity.nextAttemptScheduleTime),
    })),
  );
}

/** With encryption the message is in the failure's payload. */
export async function failureMessageOf(
  { options }: Client,
  failure: ProtoFailure | null | undefined,
): Promise<string | undefined> {
  return (await decodeOptionalFailureToOptionalError(options.loadedDataConverter, failure))?.message;
}

/** ISO 8601 of a protobuf timestamp, whose seconds are an object of the package `long`. */
export function toIso(
  timestamp: { readonly seconds?: { toNumber(): number } | null } | null | undefined,
): string | null {
  const seconds = timestamp?.seconds?.toNumber() ?? 0;
  return seconds > 0 ? new Date(seconds * 1_000).toISOString() : null;
}
