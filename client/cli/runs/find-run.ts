import { isFinal } from '@plumbline/contracts/report/progress';
import type { RunView, StoredRun } from '@plumbline/contracts/report/run-view';
import { earlierRecords } from '../../../workers/home/home-folder.ts';
import { joinTemporal } from '../../connection/temporal-access.ts';
import { commands } from '../../errors/cli-commands.ts';
import { UnknownRunError, UsageError } from '../../errors/failures.ts';
import { matchResearchId } from '../../runs/research-id.ts';
import { lookAtRun } from '../../runs/run-look.ts';
import { viewOfStored } from '../../runs/run-view.ts';
import type { CommandContext } from '../context/command-context.ts';
import { withRunningTemporal } from '../context/reach.ts';

/**
 * A run as Temporal knows it, if it is running, or else the store. Starts nothing.
 *
 * @param given id, or undefined for the newest run
 * @throws {UsageError} when the run is unknown
 */
export async function findRun(context: CommandContext, given: string | undefined): Promise<RunView> {
  const researchId = await resolveRun(context, given);
  return withRunningTemporal(context, async (access) => {
    const stored = await (await context.tools()).runs.read(researchId);
    if (access === null) {
      if (stored !== null) return viewOfStored(stored);
      throw new UnknownRunError(researchId);
    }
    try {
      return await lookAtRun(context, access, researchId);
    } catch (error) {
      // Temporal forgets runs after the retention time; the store does not.
      if (error instanceof UsageError && stored !== null) return viewOfStored(stored);
      throw error;
    }
  });
}

/**
 * Full id of the run or session `given`, or of the newest run that fits: the first test that any run passes decides.
 *
 * @throws {UsageError} without a match
 */
export async function resolveRun(
  context: CommandContext,
  given: string | undefined,
  ...tests: readonly ((run: StoredRun) => boolean)[]
): Promise<string> {
  const runs = await storedRuns(context);
  if (given !== undefined) {
    const sessions = await (await context.tools()).conversations.list();
    return matchResearchId(given, [
      ...runs.map(({ researchId }) => researchId),
      ...sessions.map(({ sessionId }) => sessionId),
    ]);
  }
  const fits = tests.length === 0 ? [() => true] : tests;
  const newest = fits.map((test) => runs.find(test)).find((run) => run !== undefined);
  if (newest !== undefined) return newest.researchId;
  if (runs.length === 0) {
    const remedies = [earlierRecords(context.config.home), `Start one: ${commands.research()}`];
    throw new UsageError('there is no run yet', remedies.filter((remedy) => remedy !== null).join(' '));
  }
  throw new UsageError('no run is in a state for this', `Give the id of the one that you mean: ${commands.list()}`);
}

/** Newest first. */
export async function storedRuns(context: CommandContext): Promise<StoredRun[]> {
  return (await context.tools()).runs.list();
}

export function isUnfinished({ progress }: StoredRun): boolean {
  return progress === null || !isFinal(progress.stage);
}

/**
 * Avoids starting a server for an unknown id. A session counts as well.
 *
 * @throws {UsageError}
 */
export async function requireKnownRun(context: CommandContext, researchId: string): Promise<void> {
  const { runs, conversations } = await context.tools();
  const isStored = (await runs.read(researchId)) !== null || (await conversations.read(researchId)) !== null;
  if (isStored || context.config.usesExternalTemporal) return;
  const access = await joinTemporal(context.config);
  if (access === null) throw new UnknownRunError(researchId);
  // The running server decides whether the run exists.
  await access.close();
}
