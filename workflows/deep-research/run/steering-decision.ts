import type { Stage } from '../../contracts/progress.ts';
import { MAX_TASKS } from '../../contracts/research-plan.ts';
import { type Steer, steerSchema } from '../../contracts/steering.ts';
import { addedTasks, describeEffect, isDropped } from '../../domain/steering.ts';
import { accept, type Decision, describeIssues, reject } from './decision.ts';
import type { RunState } from './run-state.ts';

/** Changes that one run takes; each is kept with its effect. */
const MAX_STEPS = 50;

/** From these stages on nothing is searched or read any more. */
const RESEARCH_IS_OVER: ReadonlySet<Stage> = new Set(['validating', 'synthesizing', 'verifying']);
/** From these on the report is being written. */
const WRITING: ReadonlySet<Stage> = new Set(['synthesizing', 'verifying']);

/** Still possible while findings are validated. */
const OF_THE_REPORT: ReadonlySet<Steer['action']> = new Set(['ban-source', 'ban-domain', 'set-language']);

/** A change to what has not happened yet; it is kept with its time and effect. */
export function decideSteering(state: RunState, payload: unknown, at: string): Decision {
  const parsed = steerSchema.safeParse(payload);
  if (!parsed.success) return reject(`the change does not fit: ${describeIssues(parsed.error)}`);
  const steer = parsed.data;
  const problem = problemOf(state, steer);
  if (problem !== null) return reject(problem);
  const step = { steer, at, effect: describeEffect(steer) };
  return accept({ ...state, steering: [...state.steering, step] });
}

function problemOf(state: RunState, steer: Steer): string | null {
  const { stage, steering } = state;
  if (steering.length >= MAX_STEPS) return `a run takes ${MAX_STEPS} changes, and had them`;
  if (WRITING.has(stage) || (RESEARCH_IS_OVER.has(stage) && !OF_THE_REPORT.has(steer.action))) {
    return `it is too late for this, the run is ${stage}`;
  }
  if (steer.action === 'add-task') return problemOfAdding(state, steer.text);
  if (steer.action === 'drop-task') return problemOfDropping(state, steer.taskId);
  return null;
}

function problemOfAdding({ steering, tasks, finishRequested }: RunState, text: string): string | null {
  if (finishRequested) return 'the run is finishing';
  const waiting = addedTasks(steering).filter(({ taskId }) => !tasks.some((task) => task.taskId === taskId));
  if ([...tasks, ...waiting].some((task) => task.text === text)) return 'this task is there already';
  return tasks.length + waiting.length < MAX_TASKS ? null : `a run has at most ${MAX_TASKS} tasks`;
}

function problemOfDropping({ steering, tasks }: RunState, taskId: string): string | null {
  if (isDropped(steering, taskId)) return `the task ${taskId} is dropped already`;
  const known = [...tasks, ...addedTasks(steering)].map((task) => task.taskId);
  if (known.includes(taskId)) return null;
  return `there is no task "${taskId}"; there are: ${[...new Set(known)].join(', ') || 'none yet'}`;
}
