import { describeUndecodable, isUndecodable } from '@plumbline/contracts/common/undecodable';
import { MAX_TASKS, researchPlanSchema } from '@plumbline/contracts/evidence/research-plan';
import { isFinal, type Stage } from '@plumbline/contracts/report/progress';
import { MAX_ANSWER_LENGTH } from '@plumbline/contracts/research/clarification';
import { type ResearchLimits, researchLimitsSchema } from '@plumbline/contracts/research/research-request';
import { type Steer, steerSchema } from '@plumbline/contracts/research/steering';
import { z } from 'zod';
import { describeIssues } from '../../domain/parse-issues.ts';
import { addedTasks, describeEffect, isDropped } from '../../domain/steering.ts';
import { isSettled, openQuestions, type RunState } from './run-state.ts';

export interface Message {
  readonly name: string;
  /** When it came, ISO 8601. */
  readonly at: string;
  /** As it was sent: anything. */
  readonly payload: unknown;
}

/** What a message does: a new state, or the reason why nothing changes. */
export type Decision =
  | { readonly accepted: true; readonly state: RunState }
  | { readonly accepted: false; readonly reason: string };

const answerSchema = z.union([z.string(), z.strictObject({ text: z.string(), questionId: z.string().optional() })]);
const approvalSchema = z.strictObject({ plan: researchPlanSchema.optional() }).nullish();

/** Changes that one run accepts; each is kept with its effect. */
const MAX_STEPS = 50;

/** From these stages on nothing is searched or read any more. */
const RESEARCH_IS_OVER: ReadonlySet<Stage> = new Set(['validating', 'synthesizing', 'verifying']);
/** From these on the report is being written. */
const WRITING: ReadonlySet<Stage> = new Set(['synthesizing', 'verifying']);

/** Still possible while findings are validated. */
const OF_THE_REPORT: ReadonlySet<Steer['action']> = new Set(['ban-source', 'ban-domain', 'set-language']);

/** Judges every message, however it came. Pure: neither throws nor changes what it is given. */
export function decide(state: RunState, message: Message): Decision {
  const { name, payload, at } = message;
  if (isUndecodable(payload)) return reject(describeUndecodable(payload));
  if (isFinal(state.stage)) return reject(`the run is over (${state.stage})`);
  switch (name) {
    case 'answerClarification':
      return decideAnswer(state, payload);
    case 'skipClarification':
      return decideSkip(state);
    case 'finishEarly':
      return decideFinish(state);
    case 'approvePlan':
      return decideApproval(state, payload);
    case 'extendBudget':
      return decideExtension(state, payload);
    case 'retryNow':
      return decideRetry(state);
    case 'steer':
      return decideSteering(state, payload, at);
    default:
      return reject(`there is no message of this name`);
  }
}

function decideAnswer(state: RunState, payload: unknown): Decision {
  const parsed = answerSchema.safeParse(payload);
  if (!parsed.success) return reject('an answer is {"text": "…", "questionId": "…"}, questionId may be left out');
  const { text, questionId } = typeof parsed.data === 'string' ? { text: parsed.data } : parsed.data;
  if (text.trim() === '') return reject('the answer is empty');
  if (text.length > MAX_ANSWER_LENGTH) {
    return reject(`the answer has ${text.length} characters, at most ${MAX_ANSWER_LENGTH} are accepted`);
  }
  const { round } = state;
  if (round === null || round.skipped) return reject('there is no open question');

  const open = openQuestions(round).map((question) => question.questionId);
  if (questionId !== undefined && !round.questions.some((question) => question.questionId === questionId)) {
    return reject(`there is no question "${questionId.slice(0, 40)}"; pending: ${open.join(', ') || 'none'}`);
  }
  const answered = questionId === undefined ? open : open.filter((id) => id === questionId);
  if (answered.length === 0) return reject(`${questionId ?? 'every question of this round'} is answered already`);
  const answers = { ...round.answers, ...Object.fromEntries(answered.map((id) => [id, text])) };
  return accept({ ...state, round: { ...round, answers } });
}

function decideSkip(state: RunState): Decision {
  if (state.round === null || isSettled(state.round)) return reject('there is no open question');
  return accept({ ...state, round: { ...state.round, skipped: true } });
}

function decideFinish(state: RunState): Decision {
  if (state.finishRequested) return reject('the run is finishing already');
  if (RESEARCH_IS_OVER.has(state.stage)) {
    return reject(`research is over, the report is being written (${state.stage})`);
  }
  return accept({ ...state, finishRequested: true });
}

function decideApproval(state: RunState, payload: unknown): Decision {
  if (state.planToApprove === null || state.approvedPlan !== null) return reject('no plan waits for approval');
  const parsed = approvalSchema.safeParse(payload);
  if (!parsed.success) return reject(`the plan is invalid: ${describeIssues(parsed.error)}`);
  return accept({ ...state, approvedPlan: parsed.data?.plan ?? state.planToApprove });
}

/** New ceilings, each higher than the one there is; those left out stay. */
function decideExtension(state: RunState, payload: unknown): Decision {
  const parsed = researchLimitsSchema.safeParse(payload);
  if (!parsed.success) return reject(`the limits are invalid: ${describeIssues(parsed.error)}`);
  // The schema fills in what was left out.
  const given = Object.keys(payload as object) as (keyof ResearchLimits)[];
  if (given.length === 0) return reject('no limit was given');
  const notRaised = given.filter((name) => !isRaised(state.limits[name], parsed.data[name]));
  if (notRaised.length > 0) {
    return reject(notRaised.map((name) => `${name} is already ${state.limits[name] ?? 'unlimited'}`).join('; '));
  }
  const raised = Object.fromEntries(given.map((name) => [name, parsed.data[name]]));
  return accept({ ...state, limits: { ...state.limits, ...raised } });
}

/** Asks the servers that the run waits for again at once. */
function decideRetry(state: RunState): Decision {
  const isWaiting = state.waits.some(({ kind }) => kind !== 'budget');
  return isWaiting ? accept({ ...state, retries: state.retries + 1 }) : reject('the run is not waiting for a server');
}

/** @param present null: no limit */
function isRaised(present: number | null, wanted: number | null): boolean {
  return present !== null && (wanted === null || wanted > present);
}

/** A change to what has not happened yet; it is kept with its time and effect. */
function decideSteering(state: RunState, payload: unknown, at: string): Decision {
  const parsed = steerSchema.safeParse(payload);
  if (!parsed.success) return reject(`the change is invalid: ${describeIssues(parsed.error)}`);
  const steer = parsed.data;
  const problem = problemOf(state, steer);
  if (problem !== null) return reject(problem);
  const step = { steer, at, effect: describeEffect(steer) };
  return accept({ ...state, steering: [...state.steering, step] });
}

function problemOf(state: RunState, steer: Steer): string | null {
  const { stage, steering, settled } = state;
  if (steering.length >= MAX_STEPS) return `this run has reached the limit of ${MAX_STEPS} changes`;
  if (settled === 'material' || WRITING.has(stage)) {
    return 'it came while the report was being written, too late to be included';
  }
  if ((settled === 'research' || RESEARCH_IS_OVER.has(stage)) && !OF_THE_REPORT.has(steer.action)) {
    return 'it came after research was over, too late for the report';
  }
  if (steer.action === 'add-task') return problemOfAdding(state, steer.text);
  if (steer.action === 'drop-task') return problemOfDropping(state, steer.taskId);
  return null;
}

function problemOfAdding({ steering, tasks, finishRequested }: RunState, text: string): string | null {
  if (finishRequested) return 'the run is finishing';
  const waiting = addedTasks(steering).filter(({ taskId }) => !tasks.some((task) => task.taskId === taskId));
  if ([...tasks, ...waiting].some((task) => task.text === text)) return 'this task exists already';
  return tasks.length + waiting.length < MAX_TASKS ? null : `a run has at most ${MAX_TASKS} tasks`;
}

function problemOfDropping({ steering, tasks }: RunState, taskId: string): string | null {
  if (isDropped(steering, taskId)) return `the task ${taskId} is dropped already`;
  const known = [...tasks, ...addedTasks(steering)].map((task) => task.taskId);
  if (known.includes(taskId)) return null;
  return `there is no task "${taskId}"; there are: ${[...new Set(known)].join(', ') || 'none yet'}`;
}

function accept(state: RunState): Decision {
  return { accepted: true, state };
}

function reject(reason: string): Decision {
  return { accepted: false, reason };
}

/** Longest text of a refused message that is kept. */
const MAX_NAMED_LENGTH = 160;

/** What was refused: a change as its sender worded it, `add-task: Who trims the wick?`; else the name of the message. */
export function nameOf({ name, payload }: Pick<Message, 'name' | 'payload'>): string {
  const steer = name === 'steer' ? steerSchema.safeParse(payload).data : undefined;
  const { action = name, ...content } = steer ?? {};
  const words = [action, ...Object.values(content)].join(': ');
  return words.replaceAll(/\s+/gu, ' ').slice(0, MAX_NAMED_LENGTH);
}
