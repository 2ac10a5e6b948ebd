import type {
  BriefingActivities,
  BriefingInput,
  BriefingOutcome,
} from '@plumbline/contracts/briefings/briefing-activities';
import { intervalMs } from '@plumbline/contracts/briefings/briefing-settings';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import {
  type ScheduledBriefingInput,
  scheduledBriefingInputSchema,
  type ScheduledBriefingOutcome,
} from '@plumbline/contracts/briefings/scheduled-briefing';
import { FailureType } from '@plumbline/contracts/common/failure-types';
import { WORKFLOW_TASK_TIMEOUT_MS } from '@plumbline/contracts/common/task-queues';
import { describeUndecodable, isUndecodable } from '@plumbline/contracts/common/undecodable';
import {
  defineSearchAttributeKey,
  SearchAttributeType,
  WorkflowExecutionAlreadyStartedError,
} from '@temporalio/common';
import {
  ApplicationFailure,
  ChildWorkflowFailure,
  type ChildWorkflowHandle,
  isCancellation,
  log,
  ParentClosePolicy,
  proxyActivities,
  setCurrentDetails,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import { describeCause } from '../calls/activity-failures.ts';
import { wantedIssues } from '../domain/briefing/diagnostics.ts';
import { slotOf } from '../domain/briefing/slots.ts';
import { describeIssues } from '../domain/parse-issues.ts';
import { BRIEFING, briefingIdOf } from './messages.ts';

type Briefing = (input: BriefingInput) => Promise<BriefingOutcome>;

/** Set by the server on everything that a schedule starts: the time of the schedule, before jitter and delays. */
const nominalTimeAttribute = defineSearchAttributeKey('TemporalScheduledStartTime', SearchAttributeType.DATETIME);

const MINUTE = 60_000;

/** An issue tracker may be down for a while; the alert is worth waiting for, but not for ever. */
const { fileIssues } = proxyActivities<Pick<BriefingActivities, 'fileIssues'>>({
  startToCloseTimeout: 5 * MINUTE,
  scheduleToCloseTimeout: 24 * 60 * MINUTE,
  retry: { initialInterval: 1_000, backoffCoefficient: 2, maximumInterval: 10 * MINUTE },
  summary: 'report the slot without output',
});

/**
 * What a schedule starts: runs the briefing of the intended slot, and files an issue if that fails.
 *
 * @param input as stored in the schedule
 */
export async function scheduledBriefing(input: unknown): Promise<ScheduledBriefingOutcome> {
  const scheduled = parseInput(input);
  const { name, kind, timezone, catchUp } = scheduled;
  const { startTime } = workflowInfo();
  const slot = slotOf(kind, nominalTime().toISOString(), timezone);
  const isPast = isPastSlot(slot, { now: startTime, catchUpMs: intervalMs(catchUp) });
  const isBackfill = scheduled.isBackfill || isPast;
  const workflowId = briefingIdOf(name, slot, isBackfill);

  const child = await startBriefing(scheduled, slot, { workflowId, isBackfill });
  if (child === null) {
    show(slot, isBackfill, `\`${workflowId}\` is running already, started by hand. There was nothing left to do.`);
    return { status: 'joined', workflowId, outputPath: null, isBackfill };
  }
  show(slot, isBackfill, `Runs as \`${workflowId}\`.`);
  try {
    const { status, outputPath, reason } = await child.result();
    show(slot, isBackfill, [status, outputPath, reason].filter(Boolean).join(': '));
    return { status, workflowId, outputPath, isBackfill };
  } catch (error) {
    // Who cancels it, or looks back at the past, needs no alert.
    if (!isCancellation(error) && !isBackfill) await alert(scheduled, slot, { workflowId, reason: reasonOf(error) });
    throw error;
  }
}

/** Null: the slot is under way. */
async function startBriefing(
  { folder, kind, timezone }: ScheduledBriefingInput,
  { time, slotId }: BriefingSlot,
  { workflowId, isBackfill }: { readonly workflowId: string; readonly isBackfill: boolean },
): Promise<ChildWorkflowHandle<Briefing> | null> {
  try {
    return await startChild<Briefing>(BRIEFING, {
      workflowId,
      args: [{ folder, kind, time, timezone, isBackfill, themeIds: null }],
      // Who ends this workflow does not mean the briefing.
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
      memo: { folder },
      staticSummary: `${kind} briefing ${slotId}${isBackfill ? ', backfill' : ''}`,
    });
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
    throw error;
  }
}

async function alert(
  { folder, name, tracker }: ScheduledBriefingInput,
  slot: BriefingSlot,
  failed: { readonly workflowId: string; readonly reason: string },
): Promise<void> {
  try {
    const detail = `${failed.reason} (workflow ${failed.workflowId})`;
    const wanted = wantedIssues(name, [{ code: 'SLOT_WITHOUT_OUTPUT', themeId: null, detail }], [], slot);
    const [filed] = await fileIssues({ folder, tracker, briefing: name, wanted, closed: [] });
    show(slot, false, `Failed: ${failed.reason}\n\nIssue: ${filed?.reference ?? 'none'}`);
  } catch (error) {
    // The workflow fails in any case, with the cause that matters.
    log.error('the issue could not be filed', { error });
    show(slot, false, `Failed: ${failed.reason}\n\nThe issue could not be filed: ${describeCause(error)}`);
  }
}

function show({ kind, slotId, time }: BriefingSlot, isBackfill: boolean, line: string): void {
  setCurrentDetails(`**${kind} ${slotId}**${isBackfill ? ' (backfill)' : ''}, nominal time ${time}\n\n${line}`);
}

/** Without a schedule, as when it is started by hand, the time of the start. */
function nominalTime(): Date {
  const { typedSearchAttributes, startTime } = workflowInfo();
  return typedSearchAttributes.get(nominalTimeAttribute) ?? startTime;
}

function reasonOf(error: unknown): string {
  return describeCause(error instanceof ChildWorkflowFailure ? error.cause : error);
}

function parseInput(input: unknown): ScheduledBriefingInput {
  if (isUndecodable(input)) throw invalid(describeUndecodable(input));
  const parsed = scheduledBriefingInputSchema.safeParse(input);
  if (!parsed.success) throw invalid(describeIssues(parsed.error));
  return parsed.data;
}

function invalid(problem: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(`The schedule is invalid: ${problem}`, FailureType.InvalidRequest);
}

/**
 * Whether it is too late for a slot to be run as the present one: it is older than the catch-up window, and another slot of its
 * kind has begun since. A slot that only waited for the one before it is late, but not past.
 *
 * @param at the time at which it is run, and the catch-up window
 */
export function isPastSlot(
  { kind, time, timezone, slotId }: BriefingSlot,
  at: { readonly now: Date; readonly catchUpMs: number },
): boolean {
  if (at.now.getTime() - Date.parse(time) <= at.catchUpMs) return false;
  return slotOf(kind, at.now.toISOString(), timezone).slotId !== slotId;
}
