import type { BriefingInput } from '../../workflows/contracts/briefing-activities.ts';
import { type BackfilledSlot, backfillSlots, type DaysToRun, observeBackfilled } from './briefing-backfill.ts';
import { type BriefingObservation, observeBriefing } from './briefing-observation.ts';
import { type BriefingFolder, type BriefingSchedules, createBriefingSchedules } from './briefing-schedules.ts';
import { type BriefingClientOptions, type StartedBriefing, startBriefing } from './briefing-start.ts';

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
