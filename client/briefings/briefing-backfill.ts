import type { Client } from '@temporalio/client';
import { addDays, briefingIdOf, scheduleIdOf } from '../../workflows/briefing/messages.ts';
import type { BriefingSchedule } from '../../workflows/contracts/briefing-settings.ts';
import type { BriefingKind, BriefingSlot } from '../../workflows/contracts/briefing-slot.ts';
import { isNotFound } from '../errors/temporal-errors.ts';
import { type BriefingObservation, observeBriefing } from './briefing-observation.ts';
import type { BriefingFolder, BriefingSchedules } from './briefing-schedules.ts';
import { startOfDay } from './local-days.ts';

/** Days to run again, both inclusive, in the briefing's time zone. */
export interface DaysToRun {
  readonly kind: BriefingKind;
  readonly schedule: BriefingSchedule;
  readonly from: string;
  readonly to: string;
  /** The slots that the schedule has on these days. */
  readonly slots: readonly BriefingSlot[];
}

/** One slot of a backfill. */
export interface BackfilledSlot {
  readonly slot: BriefingSlot;
  readonly workflowId: string;
  /** Of an earlier backfill; null: there was none. */
  readonly earlierRunId: string | null;
}

/**
 * Has the server run the slots of some days again, one after the other. A schedule of its own does it, which never starts by itself:
 * the regular one may be paused or missing, and its next slot must not wait for the past.
 */
export async function backfillSlots(
  client: Client,
  schedules: BriefingSchedules,
  briefing: BriefingFolder,
  { kind, schedule, from, to, slots }: DaysToRun,
): Promise<readonly BackfilledSlot[]> {
  const { name, timezone } = briefing.settings;
  const ids = new Map(slots.map((slot) => [briefingIdOf(name, slot, true), slot]));
  const backfilled = await Promise.all(
    [...ids].map(async ([workflowId, slot]) => ({ slot, workflowId, earlierRunId: await runIdOf(client, workflowId) })),
  );
  const { cron, every, catchUp } = schedule;
  const timesOnly = { ...(cron !== undefined && { cron }), ...(every !== undefined && { every }), catchUp };
  await schedules.put(briefing, { kind, schedule: timesOnly, isBackfill: true, triggersNow: false });
  await client.schedule.getHandle(scheduleIdOf(name, kind, true)).backfill({
    start: startOfDay(from, timezone),
    end: new Date(startOfDay(addDays(to, 1), timezone).getTime() - 1),
    overlap: 'BUFFER_ALL',
  });
  return backfilled;
}

/** Null: the slot waits for those before it. */
export async function observeBackfilled(
  client: Client,
  { workflowId, earlierRunId }: BackfilledSlot,
): Promise<BriefingObservation | null> {
  const runId = await runIdOf(client, workflowId);
  return runId === null || runId === earlierRunId ? null : observeBriefing(client, { workflowId, runId });
}

async function runIdOf(client: Client, workflowId: string): Promise<string | null> {
  try {
    return (await client.workflow.getHandle(workflowId).describe()).runId;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return null;
  }
}
