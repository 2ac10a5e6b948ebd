import { z } from 'zod';
import {
  type ClarificationQuestion,
  type Exchange,
  MAX_ANSWER_LENGTH,
  type PendingClarification,
} from '../../contracts/clarification.ts';
import { isFinal, type Stage, type TaskProgress } from '../../contracts/progress.ts';
import { type ResearchPlan, researchPlanSchema } from '../../contracts/research-plan.ts';
import { type ResearchLimits, researchLimitsSchema } from '../../contracts/research-request.ts';
import type { RunWait } from '../../contracts/run-wait.ts';
import type { SteeringStep } from '../../contracts/steering.ts';
import { describeUndecodable, isUndecodable } from '../../contracts/undecodable.ts';
import { decideExtension, decideRetry } from './budget-decision.ts';
import { type Decision, describeIssues, reject } from './decision.ts';
import { decideSteering } from './steering-decision.ts';

/** A published round of questions with the answers so far, by question id. */
export interface ClarificationRound {
  readonly round: number;
  readonly questions: readonly ClarificationQuestion[];
  readonly answers: Readonly<Record<string, string>>;
  readonly skipped: boolean;
  readonly deadline: string;
}

/** The part of a run that messages can change. */
export interface RunState {
  readonly stage: Stage;
  readonly round: ClarificationRound | null;
  readonly planToApprove: ResearchPlan | null;
  readonly approvedPlan: ResearchPlan | null;
  readonly finishRequested: boolean;
  /** As requested, or as a person raised them. */
  readonly limits: ResearchLimits;
  readonly tasks: readonly TaskProgress[];
  readonly waits: readonly RunWait[];
  /** Requests to ask servers again at once. */
  readonly retries: number;
  readonly steering: readonly SteeringStep[];
}

export interface Message {
  readonly name: string;
  /** When it came, ISO 8601. */
  readonly at: string;
  /** Whatever the sender sent. */
  readonly payload: unknown;
}

export const INITIAL_STATE: RunState = {
  stage: 'indexing',
  round: null,
  planToApprove: null,
  approvedPlan: null,
  finishRequested: false,
  limits: researchLimitsSchema.parse({}),
  tasks: [],
  waits: [],
  retries: 0,
  steering: [],
};

const answerSchema = z.union([z.string(), z.strictObject({ text: z.string(), questionId: z.string().optional() })]);
const approvalSchema = z.strictObject({ plan: researchPlanSchema.optional() }).nullish();

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

/** True when nothing is left to wait for in this round. */
export function isSettled(round: ClarificationRound): boolean {
  return round.skipped || openQuestions(round).length === 0;
}

/** The round as the `clarification` query shows it. */
export function toPendingClarification({
  round,
  questions,
  answers,
  deadline,
}: ClarificationRound): PendingClarification {
  return { round, questions, answeredQuestionIds: Object.keys(answers), deadline };
}

/** What became of each question when the round was over. */
export function toExchanges(round: ClarificationRound): Exchange[] {
  return round.questions.map(({ questionId, text }) => {
    const answer = round.answers[questionId] ?? null;
    const unanswered = round.skipped ? 'skipped' : 'timed-out';
    return { questionId, question: text, answer, outcome: answer === null ? unanswered : 'answered' };
  });
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
  if (round === null || round.skipped) return reject('nothing is being asked');

  const open = openQuestions(round).map((question) => question.questionId);
  if (questionId !== undefined && !round.questions.some((question) => question.questionId === questionId)) {
    return reject(`there is no question "${questionId.slice(0, 40)}"; pending: ${open.join(', ') || 'none'}`);
  }
  const answered = questionId === undefined ? open : open.filter((id) => id === questionId);
  if (answered.length === 0) return reject(`${questionId ?? 'every question of this round'} is answered already`);
  const answers = { ...round.answers, ...Object.fromEntries(answered.map((id) => [id, text])) };
  return { accepted: true, state: { ...state, round: { ...round, answers } } };
}

function decideSkip(state: RunState): Decision {
  if (state.round === null || isSettled(state.round)) return reject('nothing is being asked');
  return { accepted: true, state: { ...state, round: { ...state.round, skipped: true } } };
}

function decideFinish(state: RunState): Decision {
  if (state.finishRequested) return reject('the run is finishing already');
  if (['validating', 'synthesizing', 'verifying'].includes(state.stage)) {
    return reject(`research is over, the report is being written (${state.stage})`);
  }
  return { accepted: true, state: { ...state, finishRequested: true } };
}

function decideApproval(state: RunState, payload: unknown): Decision {
  if (state.planToApprove === null || state.approvedPlan !== null) return reject('no plan waits for approval');
  const parsed = approvalSchema.safeParse(payload);
  if (!parsed.success) return reject(`the plan does not fit: ${describeIssues(parsed.error)}`);
  return { accepted: true, state: { ...state, approvedPlan: parsed.data?.plan ?? state.planToApprove } };
}

function openQuestions(round: ClarificationRound): readonly ClarificationQuestion[] {
  return round.questions.filter(({ questionId }) => !Object.hasOwn(round.answers, questionId));
}
