import { isCancellation } from '@temporalio/workflow';
import type { CorpusReport } from './contracts/corpus.ts';
import type { Finding } from './contracts/evidence.ts';
import type { QueryAnchor } from './contracts/query-anchor.ts';
import type { ResearchPlan, ResearchTask } from './contracts/research-plan.ts';
import type { TaskSummary } from './contracts/task-summary.ts';
import { deepen } from './deepening.ts';
import { createGap } from './domain/gap-phrases.ts';
import { describeFailure } from './failures.ts';
import { researchInLanes } from './research-lanes.ts';
import type { ResearchRun } from './research-run.ts';
import { TaskResearch } from './research-task.ts';

/** Everything that the tasks of a run brought together. */
export interface Collected {
  readonly findings: readonly Finding[];
  readonly summaries: readonly TaskSummary[];
  /** Tasks that were added for what the plan had left open, and that brought good evidence. */
  readonly deeperTasks: readonly ResearchTask[];
}

/** Researches the tasks of a plan in parallel lanes, until they are done, time is up, or the person wants the report. */
export async function researchPlan(
  run: ResearchRun,
  anchor: QueryAnchor,
  corpus: CorpusReport,
  plan: ResearchPlan,
): Promise<Collected> {
  const tasks = plan.tasks.map((task) => new TaskResearch(run, { anchor, corpus, task }));
  if (!run.state.finishRequested) await researchInLanes(run, tasks);
  const deeper = await deepen(run, { anchor, corpus }, tasks);
  const all = [...tasks, ...deeper];
  if (run.state.finishRequested) {
    run.accounts.gaps.push(createGap('finished-early'));
  }
  for (const task of all) await classifyOrDrop(run, task);
  // Later rounds were after good evidence; what else they came by leads away from the question.
  const fruitful = deeper.filter(({ goodFindings }) => goodFindings.length > 0);
  return {
    findings: [...tasks.flatMap(({ findings }) => findings), ...fruitful.flatMap(({ goodFindings }) => goodFindings)],
    summaries: [...tasks, ...fruitful].flatMap(({ summary }) => summary ?? []),
    deeperTasks: fruitful.map(({ task }) => task),
  };
}

async function classifyOrDrop(run: ResearchRun, task: TaskResearch): Promise<void> {
  try {
    await task.classify();
  } catch (error) {
    if (isCancellation(error)) throw error;
    const { taskId, text: subject } = task.task;
    run.accounts.gaps.push(createGap('task-failed', { taskId, subject, cause: describeFailure(error) }));
    task.findings = [];
  }
}
