import type { ResearchPlan } from '@plumbline/contracts/evidence/research-plan';
import type { Rejection, ResearchProgress, TaskProgress } from '@plumbline/contracts/report/progress';
import type {
  ClarificationQuestion,
  Exchange,
  PendingClarification,
} from '@plumbline/contracts/research/clarification';
import { type ResearchLimits, researchLimitsSchema } from '@plumbline/contracts/research/research-request';
import type { SteeringStep } from '@plumbline/contracts/research/steering';

/** Rejections that are kept word for word; all are counted. */
const MAX_REJECTIONS = 20;

/** A published round of questions with the answers so far, by question id. */
export interface ClarificationRound extends Omit<PendingClarification, 'answeredQuestionIds'> {
  readonly answers: Readonly<Record<string, string>>;
  readonly skipped: boolean;
}

/** What messages change in a run, and what decides which messages it accepts. */
export interface RunState extends Pick<
  ResearchProgress,
  'stage' | 'planToApprove' | 'limits' | 'tasks' | 'waits' | 'steering' | 'rejections' | 'rejectionCount'
> {
  readonly round: ClarificationRound | null;
  readonly approvedPlan: ResearchPlan | null;
  readonly finishRequested: boolean;
  /** What a change can no longer have an effect on, however long the stage still takes; null: nothing. */
  readonly settled: 'research' | 'material' | null;
  /** Requests to ask servers again at once. */
  readonly retries: number;
}

export const INITIAL_STATE: RunState = {
  stage: 'indexing',
  round: null,
  planToApprove: null,
  approvedPlan: null,
  finishRequested: false,
  settled: null,
  limits: researchLimitsSchema.parse({}),
  tasks: [],
  waits: [],
  retries: 0,
  steering: [],
  rejections: [],
  rejectionCount: 0,
};

/** The state of a run while it runs. Message handlers and stages change it; everything else reads it. */
export class LiveState {
  #current: RunState;

  constructor(limits: ResearchLimits) {
    this.#current = { ...INITIAL_STATE, limits };
  }

  get current(): RunState {
    return this.#current;
  }

  /** True once a person asked for the report now. */
  get isFinishing(): boolean {
    return this.#current.finishRequested;
  }

  get steering(): readonly SteeringStep[] {
    return this.#current.steering;
  }

  update(changes: Partial<RunState>): void {
    this.#current = { ...this.#current, ...changes };
  }

  updateTask(task: TaskProgress): void {
    const { tasks } = this.#current;
    const index = tasks.findIndex(({ taskId }) => taskId === task.taskId);
    this.update({ tasks: index === -1 ? [...tasks, task] : tasks.with(index, task) });
  }

  recordRejection(rejection: Rejection): void {
    const { rejections, rejectionCount } = this.#current;
    this.update({
      rejections: [...rejections, rejection].slice(-MAX_REJECTIONS),
      rejectionCount: rejectionCount + 1,
    });
  }
}

/** True when nothing is left to wait for in this round. */
export function isSettled(round: ClarificationRound): boolean {
  return round.skipped || openQuestions(round).length === 0;
}

export function openQuestions(round: ClarificationRound): readonly ClarificationQuestion[] {
  return round.questions.filter(({ questionId }) => !Object.hasOwn(round.answers, questionId));
}

/** The round as the `clarification` query shows it. */
export function toPendingClarification({
  round,
  questions,
  answers,
  assumptions,
  deadline,
}: ClarificationRound): PendingClarification {
  return { round, questions, answeredQuestionIds: Object.keys(answers), assumptions, deadline };
}

/** What became of each question when the round was over. */
export function toExchanges(round: ClarificationRound): Exchange[] {
  return round.questions.map(({ questionId, text }, index) => {
    const answer = round.answers[questionId] ?? null;
    if (answer !== null) return { questionId, question: text, answer, outcome: 'answered' };
    const assumption = round.assumptions[index];
    const outcome = round.skipped ? 'skipped' : 'timed-out';
    return { questionId, question: text, answer, outcome, ...(assumption && { assumption }) };
  });
}

/** By the clock of the workflow, ISO 8601. */
export function now(): string {
  return new Date(Date.now()).toISOString();
}
