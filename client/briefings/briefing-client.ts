import type { BriefingInput } from '@plumbline/contracts/briefings/briefing-activities';
import type { BriefingSchedule } from '@plumbline/contracts/briefings/briefing-settings';
import type { BriefingKind, BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import type { Client } from '@temporalio/client';
import { addDays, briefingIdOf, scheduleIdOf, slotOf } from '../../workflows/briefing/messages.ts';
import { isNotFound } from '../errors/temporal-errors.ts';
import { type BriefingObservation, observeBriefing } from './briefing-observation.ts';
import { type BriefingFolder, type BriefingSchedules, createBriefingSchedules } from './briefing-schedules.ts';
import { type BriefingClientOptions, startBriefing, type StartedBriefing } from './briefing-start.ts';

const MINUTE_MS = 60_000;
/** Local days begin up to 14 hours before and 12 hours after the UTC day. */
const WIDEST_MINUTES = 15 * 60;

/** The briefings of one Temporal Service. */
export interface BriefingClient {
  /** Starts the workflow of a slot, or joins it. @throws {ConflictError} when another folder's briefing has the name */
  start(name: string, input: BriefingInput): Promise<StartedBriefing>;
  observe(started: StartedBriefing): Promise<BriefingObservation>;
  readonly schedules: BriefingSchedules;
  backfill(briefing: BriefingFolder, days: DaysToRun): Promise<readonly BackfilledSlot[]>;
  /** Null: the slot waits for those before it. */
  observeBackfilled(backfilled: BackfilledSlot): Promise<BriefingObservation | null>;
}

export function createBriefingClient(options: BriefingClientOptions): BriefingClient {
  const { client } = options;
  const schedules = createBriefingSchedules(options);
  return {
    start: (name, input) => startBriefing(options, name, input),
    observe: (started) => observeBriefing(client, started),
    schedules,
    backfill: (briefing, days) => backfillSlots(client, schedules, briefing, days),
    observeBackfilled: (backfilled) => observeBackfilled(client, backfilled),
  };
}

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
async function backfillSlots(
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
async function observeBackfilled(
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

/**
 * The instant at which a day begins in a time zone, also where it does not begin at midnight.
 *
 * @param day ISO date
 * @param timezone IANA name
 */
export function startOfDay(day: string, timezone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const at = (minutes: number): Date => new Date(midnight + minutes * MINUTE_MS);
  let before = -WIDEST_MINUTES;
  let within = WIDEST_MINUTES;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (slotOf('daily', at(middle).toISOString(), timezone).day < day) before = middle;
    else within = middle;
  }
  return at(within);
}
