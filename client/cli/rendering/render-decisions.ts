import { counted } from '@plumbline/contracts/common/counted';
import type { RunView } from '@plumbline/contracts/report/run-view';
import type { DecidedHit, HitDecision, TaskDecisions } from '@plumbline/contracts/research/task-decisions';
import { EnvironmentError, UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { type KnownTelemetry, readTelemetry } from '../runs/find-run.ts';
import { toPlainLine, renderList } from '../terminal/text-layout.ts';

const DECISIONS: Readonly<Record<HitDecision, string>> = {
  read: 'read',
  'read-below-threshold': 'read although below the threshold: nothing was better',
  'below-threshold': 'not read: below the threshold',
  'beyond-limit': 'not read: others were better (--rerank-top-k)',
  'near-copy': 'not read: a copy of another hit',
  missing: 'not read: the document changed meanwhile',
};

/** All decisions of retrieval, task by task: queries, then every hit with its score, its reason, and what became of it. */
export function renderDecisions(tasks: readonly TaskDecisions[], columns: number): string {
  return tasks.flatMap((task) => renderTask(task, columns)).join('\n');
}

function renderTask({ taskId, queries, hits }: TaskDecisions, columns: number): string[] {
  const asked = queries.map(
    ({ query, provider, hits: found }) => `${provider ?? 'folders'}: "${query}" (${counted(found.length, 'hit')})`,
  );
  return [
    '',
    `${toPlainLine(taskId)}: ${counted(hits.length, 'hit')}, ${hits.filter(({ order }) => order !== null).length} read`,
    ...renderList('Queries', asked, columns),
    ...renderList('Hits, in the order of reading', hits.map(describeHit), columns),
  ];
}

function describeHit({ place, score, reason, order, decision, findingId }: DecidedHit): string {
  const outcome = order === null ? '' : findingId === null ? ', nothing kept' : `, finding ${findingId}`;
  const judged = `${score?.toFixed(2) ?? 'unknown'}${reason === '' ? '' : ` (${reason})`}`;
  return `${order === null ? '' : `${order}. `}${place}: ${judged} — ${DECISIONS[decision]}${outcome}`;
}

/** The decisions of a run, from the telemetry of its record; until there is one, those that are kept with the run so far. */
export async function readKnown(
  context: Pick<CommandContext, 'tools'>,
  { researchId }: Pick<RunView, 'researchId'>,
  telemetry: KnownTelemetry | null,
): Promise<readonly TaskDecisions[]> {
  return telemetry?.tasks ?? (await (await context.tools()).runs.readDecisions(researchId));
}

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
  const tasks = await readKnown(context, run, await readTelemetry(context, run));
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
