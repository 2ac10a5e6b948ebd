import { MAX_TASKS, type ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import type { SettledPlan, SettledStages, StageName } from '@plumbline/contracts/report/settled-stages';
import { FORK_POINTS, type ForkPoint } from '@plumbline/contracts/research/fork';
import type { SteeringStep } from '@plumbline/contracts/research/steering';
import { addedTasks, isDropped } from './steering.ts';

/** What has to be settled before each point. */
const SETTLED_BEFORE: Readonly<Record<ForkPoint, readonly StageName[]>> = {
  plan: ['question'],
  research: ['question', 'plan'],
  synthesis: ['question', 'plan', 'material'],
};

/** The points that a run has reached with these stages, in their order. */
export function reachedPoints(settled: Iterable<StageName>): ForkPoint[] {
  const names = new Set(settled);
  return FORK_POINTS.filter((point) => SETTLED_BEFORE[point].every((name) => names.has(name)));
}

export function namesBefore(point: ForkPoint): readonly StageName[] {
  return SETTLED_BEFORE[point];
}

/** What is settled before a point. */
export function stagesBefore(stages: SettledStages, point: ForkPoint): SettledStages {
  return Object.fromEntries(namesBefore(point).map((name) => [name, stages[name]])) as SettledStages;
}

/** The plan as a person changed it since: what a fork keeps. The run itself has the changes as they were sent. */
export function withSteeredPlan(stages: SettledStages, steering: readonly SteeringStep[]): SettledStages {
  return stages.plan === undefined ? stages : { ...stages, plan: steered(stages.plan, steering) };
}

function steered(settled: SettledPlan, steering: readonly SteeringStep[]): SettledPlan {
  const { tasks } = settled.plan;
  const added = addedTasks(steering)
    .filter(({ taskId }) => !isDropped(steering, taskId))
    .map((task, index) => ({ ...task, taskId: `added-${tasks.length + index + 1}` }));
  const wanted = (planned: readonly ResearchTask[]): ResearchTask[] =>
    [...planned.filter(({ taskId }) => !isDropped(steering, taskId)), ...added].slice(0, MAX_TASKS);
  const approved = wanted(settled.approvedPlan?.tasks ?? []);
  const kept = wanted(tasks);
  return {
    ...settled,
    // A run with every task dropped still has its plan.
    plan: { tasks: kept.length === 0 ? tasks : kept },
    approvedPlan: approved.length === 0 ? null : { tasks: approved },
  };
}
