import type { StoredRun } from '../../../workers/local-tools.ts';
import { isFinal } from '../../../workflows/contracts/progress.ts';
import { joinTemporal } from '../../connection/temporal-access.ts';
import { UnknownRunError, UsageError } from '../../errors/failures.ts';
import { matchResearchId } from '../../runs/research-id.ts';
import { commands } from '../../wording/cli-commands.ts';
import type { CommandContext } from '../context/command-context.ts';

/**
 * Full id of the run or session `given`, or of the newest run that fits: the first of the tests that any run passes decides.
 *
 * @throws {UsageError} when there is none
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
  throw new UsageError('there is no such run yet', `Start one: ${commands.research()}`);
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
