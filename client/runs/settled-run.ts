import type { Client } from '@temporalio/client';
import type { LocalTools } from '../../workers/local-tools.ts';
import type { ForkPoint } from '../../workflows/contracts/fork.ts';
import type { ResearchProgress } from '../../workflows/contracts/progress.ts';
import type { ResearchRequest } from '../../workflows/contracts/research-request.ts';
import type { ForkableRun, Resumption } from '../../workflows/contracts/settled-stages.ts';
import { reachedPoints, stageNames, withSteeredPlan } from '../../workflows/domain/settled-stages.ts';
import { ConflictError, UnknownRunError } from '../errors/failures.ts';
import { isNotFound } from '../errors/temporal-errors.ts';
import { commands } from '../wording/cli-commands.ts';
import { hashContent } from './content-hash.ts';
import { type StartOptions, startWorkflow } from './research-start.ts';
import { describeRun, type RunStatus, statusOf } from './run-observation.ts';

/** The store that workers record in. */
export type SettledStore = Pick<LocalTools['runs'], 'read' | 'readSettled' | 'saveProgress'>;

/**
 * From where a run, under way or over, can be forked, and what a fork would keep.
 *
 * @throws {UsageError} when there is no such run, or nothing of it is on record
 */
export async function readForkable(store: SettledStore, researchId: string): Promise<ForkableRun> {
  const settled = await store.readSettled(researchId);
  const run = await store.read(researchId);
  if (settled === null) {
    if (run === null) throw new UnknownRunError(researchId);
    const hint = `It has settled nothing yet, or an earlier version ran it. Look at it: ${commands.status(researchId)}`;
    throw new ConflictError(`there is no record of what the run "${researchId}" has settled`, hint);
  }
  const stages = withSteeredPlan(settled.stages, run?.progress?.steering ?? []);
  return { request: settled.request, stages, points: reachedPoints(stageNames(stages)) };
}

/** How a run ended that can be resumed; null: Temporal no longer has it. */
const RESUMABLE: ReadonlySet<RunStatus | null> = new Set(['failed', 'terminated', 'timed-out', null]);

/**
 * Continues a run that ended without a report under its own id, from the last point before which everything is on record.
 *
 * @returns that point; null where there is nothing to do or nothing to go on from: what became of the run says why
 */
export async function resumeRun(
  { client, taskQueue, tenant }: Pick<StartOptions, 'client' | 'taskQueue' | 'tenant'>,
  store: SettledStore,
  researchId: string,
): Promise<ForkPoint | null> {
  const stored = await store.read(researchId);
  if (!RESUMABLE.has(await statusIn(client, researchId, stored !== null))) return null;
  const settled = await store.readSettled(researchId);
  const from = settled === null ? undefined : reachedPoints(stageNames(settled.stages)).at(-1);
  const wasCancelled = stored?.progress?.stage === 'cancelled';
  if (settled === null || from === undefined || stored?.reportPath !== null || wasCancelled) return null;
  const { request } = settled;
  const requestHash = stored.requestHash ?? hashContent(request);
  const resumption = { from, ...sentTo(stored.progress, request) };
  await startWorkflow(client, { taskQueue, tenant, researchId, requestHash, request, resumption });
  return from;
}

/** What people had sent to the run, as far as it has recorded it. */
function sentTo(progress: ResearchProgress | null, { settings }: ResearchRequest): Omit<Resumption, 'from'> {
  const { steering = [], rejections = [], rejectionCount = 0, limits = settings.limits } = progress ?? {};
  return { steering: [...steering], rejections: [...rejections], rejectionCount, limits };
}

/** @throws {UsageError} when neither Temporal nor the store has the run */
async function statusIn(client: Client, researchId: string, isStored: boolean): Promise<RunStatus | null> {
  try {
    return statusOf(await describeRun(client, researchId));
  } catch (error) {
    const isGone = error instanceof UnknownRunError && isNotFound(error.cause);
    if (isGone && isStored) return null;
    throw error;
  }
}
