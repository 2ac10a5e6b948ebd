import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BriefingSchedule,
  type BriefingSettings,
  intervalMs,
} from '@plumbline/contracts/briefings/briefing-settings';
import type { BriefingKind } from '@plumbline/contracts/briefings/briefing-slot';
import {
  type ScheduledBriefingInput,
  scheduledBriefingInputSchema,
} from '@plumbline/contracts/briefings/scheduled-briefing';
import { WORKFLOW_TASK_TIMEOUT_MS } from '@plumbline/contracts/common/task-queues';
import {
  ScheduleAlreadyRunning,
  type ScheduleDescription,
  ScheduleNotFoundError,
  type ScheduleOptions,
  type ScheduleUpdateOptions,
} from '@temporalio/client';
import { SCHEDULED_BRIEFING, scheduledIdOf, scheduleIdOf } from '../../workflows/briefing/messages.ts';
import { UsageError } from '../errors/failures.ts';
import { type BriefingClientOptions, sharedName } from './briefing-start.ts';

/** A folder whose briefing is scheduled. */
export interface BriefingFolder {
  /** Absolute path. */
  readonly folder: string;
  readonly settings: BriefingSettings;
}

/** When a schedule is due, and what its actions are. */
export interface ScheduleToKeep {
  readonly kind: BriefingKind;
  readonly schedule: BriefingSchedule;
  /** It never starts by itself, and what it starts are backfills. */
  readonly isBackfill: boolean;
  readonly triggersNow: boolean;
}

/** What the server knows of a schedule. All times are ISO 8601. */
export interface ScheduleView {
  readonly scheduleId: string;
  readonly isPaused: boolean;
  readonly note: string;
  /** The next starts with their jitter, soonest first; none while it is paused. */
  readonly next: readonly string[];
  /** Newest first. */
  readonly recent: readonly { readonly due: string; readonly started: string; readonly workflowId: string }[];
  readonly running: readonly string[];
  /** Actions that came too late even for the catch-up window. */
  readonly missed: number;
  /** Actions that were dropped because one was running and another one waiting. */
  readonly skipped: number;
  /** Actions that wait for the running one. */
  readonly waiting: number;
}

export interface BriefingSchedules {
  /** Creates or updates a schedule; what is paused stays paused. @returns whether it is new */
  put(briefing: BriefingFolder, wanted: ScheduleToKeep): Promise<boolean>;
  /** Null: the server has none. */
  look(name: string, kind: BriefingKind, isBackfill?: boolean): Promise<ScheduleView | null>;
  /** @returns false if it does not exist */
  pause(
    name: string,
    kind: BriefingKind,
    change: { readonly isPaused: boolean; readonly note: string },
  ): Promise<boolean>;
  /** Removes the schedule and the one of its backfills. @returns false where there was none */
  remove(name: string, kind: BriefingKind): Promise<boolean>;
}

export function createBriefingSchedules(options: BriefingClientOptions): BriefingSchedules {
  const { client } = options;
  const handleOf = (name: string, kind: BriefingKind, isBackfill = false) =>
    client.schedule.getHandle(scheduleIdOf(name, kind, isBackfill));
  return {
    put: (briefing, wanted) => putSchedule(options, briefing, wanted),
    look: async (name, kind, isBackfill) =>
      orNull(async () => viewOf(await handleOf(name, kind, isBackfill).describe())),
    async pause(name, kind, { isPaused, note }) {
      const handle = handleOf(name, kind);
      return (
        (await orNull(async () => (isPaused ? handle.pause(note) : handle.unpause(note)).then(() => true))) ?? false
      );
    },
    async remove(name, kind) {
      await orNull(() => handleOf(name, kind, true).delete());
      return (
        (await orNull(async () =>
          handleOf(name, kind)
            .delete()
            .then(() => true),
        )) ?? false
      );
    },
  };
}

/** @throws {UsageError} for another folder's schedule, and for times that the server refuses */
async function putSchedule(
  options: BriefingClientOptions,
  briefing: BriefingFolder,
  wanted: ScheduleToKeep,
): Promise<boolean> {
  const { client } = options;
  const scheduleId = scheduleIdOf(briefing.settings.name, wanted.kind, wanted.isBackfill);
  const changes = changesOf(options, briefing, wanted);
  try {
    const state = wanted.isBackfill ? { paused: true, note: 'Only for backfills' } : {};
    await client.schedule.create({
      ...changes,
      scheduleId,
      state: { ...state, triggerImmediately: wanted.triggersNow },
    });
    return true;
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw explained(error, wanted);
  }
  const handle = client.schedule.getHandle(scheduleId);
  requireSameFolder(await handle.describe(), briefing);
  try {
    await handle.update(({ state }): ScheduleUpdateOptions => ({ ...changes, state }));
  } catch (error) {
    throw explained(error, wanted);
  }
  if (wanted.triggersNow) await handle.trigger();
  return false;
}

function changesOf(
  { taskQueue }: BriefingClientOptions,
  { folder, settings }: BriefingFolder,
  { kind, schedule, isBackfill }: ScheduleToKeep,
): Pick<ScheduleOptions, 'spec' | 'action'> & { readonly policies: NonNullable<ScheduleOptions['policies']> } {
  const { name, timezone, issues: tracker } = settings;
  const { cron, every, jitter, catchUp } = schedule;
  const input: ScheduledBriefingInput = { folder, name, kind, timezone, isBackfill, catchUp, tracker };
  return {
    spec: {
      timezone,
      ...(cron !== undefined && { cronExpressions: [cron] }),
      ...(every !== undefined && { intervals: [{ every: intervalMs(every) }] }),
      ...(jitter !== undefined && { jitter: intervalMs(jitter) }),
    },
    action: {
      type: 'startWorkflow',
      workflowType: SCHEDULED_BRIEFING,
      workflowId: scheduledIdOf(name, kind, isBackfill),
      taskQueue,
      args: [input],
      workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
      staticSummary: `${kind} briefing of ${name}${isBackfill ? ', backfill' : ''}`,
    },
    policies: { overlap: isBackfill ? 'BUFFER_ALL' : 'BUFFER_ONE', catchupWindow: intervalMs(catchUp) },
  };
}

/** A folder that was moved may keep its schedule. @throws {ConflictError} */
function requireSameFolder({ action }: ScheduleDescription, { folder, settings }: BriefingFolder): void {
  const known = scheduledBriefingInputSchema.safeParse(action.args?.[0]);
  if (!known.success || known.data.folder === folder) return;
  if (existsSync(join(known.data.folder, 'briefing.yml'))) throw sharedName(settings.name, known.data.folder);
}

function viewOf({ scheduleId, state, info, raw }: ScheduleDescription): ScheduleView {
  return {
    scheduleId,
    isPaused: state.paused,
    note: state.note ?? '',
    next: state.paused ? [] : info.nextActionTimes.map((time) => time.toISOString()),
    recent: info.recentActions
      .map(({ scheduledAt, takenAt, action: { workflow } }) => ({
        due: scheduledAt.toISOString(),
        started: takenAt.toISOString(),
        workflowId: workflow.workflowId,
      }))
      .toReversed(),
    running: info.runningActions.map(({ workflow }) => workflow.workflowId),
    missed: info.numActionsMissedCatchupWindow,
    skipped: info.numActionsSkippedOverlap,
    waiting: Number(raw.info?.bufferSize ?? 0),
  };
}

async function orNull<Value>(call: () => Promise<Value>): Promise<Value | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
}

/** The server reads times of its own, and may refuse what the settings allow. */
function explained(error: unknown, { kind, schedule: { cron, every } }: ScheduleToKeep): unknown {
  // The type that the SDK gives this one refusal of the server.
  if (!(error instanceof TypeError)) return error;
  const field = cron === undefined ? 'every' : 'cron';
  return new UsageError(
    `schedules.${kind}.${field}: Temporal cannot read "${cron ?? every ?? ''}" (${error.message})`,
    'Five fields are minute, hour, day of the month, month and day of the week, like "0 6 * * 1-5".',
    { cause: error },
  );
}
