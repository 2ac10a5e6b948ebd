import { isFinal } from '../../workflows/contracts/progress.ts';
import { ConflictError, RunFailedError, UnknownRunError } from '../errors/failures.ts';
import { commands } from '../wording/cli-commands.ts';
import { describeRunEnd } from './run-end.ts';
import type { RunStoreContext } from './run-view.ts';

/**
 * Paths of a run's report in the store.
 *
 * @throws {UsageError} when the run is unknown or not over
 * @throws {RunFailedError} when it ended without a report
 */
export async function findReport(
  context: RunStoreContext,
  researchId: string,
): Promise<{ readonly reportPath: string; readonly recordPath: string }> {
  const run = await (await context.tools()).runs.read(researchId);
  if (run === null) throw new UnknownRunError(researchId);
  const { reportPath, recordPath, progress } = run;
  if (reportPath !== null && recordPath !== null) return { reportPath, recordPath };
  if (progress !== null && isFinal(progress.stage)) {
    throw new RunFailedError(describeRunEnd(progress.stage, progress.failure), 'It left no report.');
  }
  throw new ConflictError(
    `the run has no report yet (${progress?.stage ?? 'just started'})`,
    `Follow it: ${commands.resume(researchId)}`,
  );
}
