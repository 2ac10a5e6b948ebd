import type { TaskDecisions } from '../../../workflows/contracts/task-decisions.ts';
import { EnvironmentError, UsageError } from '../../errors/failures.ts';
import type { RunView } from '../../runs/run-view.ts';
import type { CommandContext } from '../context/command-context.ts';
import { readTelemetry } from './run-measures.ts';

/**
 * The decisions of retrieval of a run, from its record, or until there is one from the run's folder.
 *
 * @param wanted id of a task; null: all tasks
 * @throws {UsageError} when the run has no such task
 * @throws {EnvironmentError} when nothing is recorded
 */
export async function readDecisions(
  context: Pick<CommandContext, 'tools'>,
  run: RunView,
  wanted: string | null,
): Promise<readonly TaskDecisions[]> {
  const telemetry = await readTelemetry(run);
  const tasks = telemetry?.tasks ?? (await (await context.tools()).runs.readDecisions(run.researchId));
  if (tasks.length === 0) {
    throw new EnvironmentError(
      `No decisions are recorded for ${run.researchId}: it has not searched yet, or it ran on another machine.`,
    );
  }
  if (wanted === null) return tasks;
  const own = tasks.filter(({ taskId }) => taskId === wanted);
  if (own.length > 0) return own;
  const ids = tasks.map(({ taskId }) => taskId).join(', ');
  throw new UsageError(`The run has no task "${wanted}". Its tasks are ${ids}.`);
}
