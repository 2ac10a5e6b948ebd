import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import {
  answerIdOf,
  type AnswerOutcome,
  type Ask,
  type ConversationInput,
  type ConversationScope,
  type ConversationState,
  type ConversationView,
  type Feedback,
} from '@plumbline/contracts/answers/conversation';
import { unselectedOf } from '@plumbline/contracts/evidence/corpus-set';
import { sessionLimitsSchema, type SpendingLimits } from '@plumbline/contracts/settings/conversation-settings';
import { ApplicationFailure, condition } from '@temporalio/workflow';
import { addUsage, NO_USAGE, remainingLimits } from '../domain/answers/session-limits.ts';
import { failedTurn, NOTHING_LEARNT, standingTurns, turnOf, withTurn } from '../domain/answers/session-memory.ts';

/** Several times what the longest answer asks: it ends loops, and tokens and money are what a user limits. */
const ANSWER_MODEL_CALLS = 30;

interface Failed {
  readonly failure: string;
}

/** The reply to a message: an answer, or the reason for its absence. */
type Reply = { readonly answer: AnswerResult } | Failed;

/** One session while it runs: messages in their order, and what it remembers. */
export class Session {
  readonly sessionId: string;
  readonly scope: ConversationScope;
  #state: ConversationState;
  readonly #queue: Ask[];
  readonly #replies = new Map<string, Reply>();
  #answering: Ask | null = null;

  constructor(sessionId: string, { scope, state }: ConversationInput) {
    this.sessionId = sessionId;
    this.scope = scope;
    this.#state = state ?? firstState();
    this.#queue = [...this.#state.waiting];
  }

  get hasNext(): boolean {
    return this.#queue.length > 0;
  }

  /** What goes on in the next execution. */
  get state(): ConversationState {
    return { ...this.#state, waiting: this.#queue };
  }

  /** Unanswered messages, the one being answered first. */
  get pending(): readonly Ask[] {
    return this.#answering === null ? this.#queue : [this.#answering, ...this.#queue];
  }

  get #nextAnswerId(): string {
    return answerIdOf(this.sessionId, this.#state.turns + 1);
  }

  /** Puts a message at the end of the line, unless it came before. */
  take(ask: Ask): void {
    const isPending = this.pending.some(({ messageId }) => messageId === ask.messageId);
    const isKnown = isPending || this.#replyTo(ask.messageId) !== null;
    if (!isKnown) this.#queue.push(ask);
  }

  /** Resolves with the answer. @throws ApplicationFailure of type AnswerFailed if there is no answer */
  async replyTo(messageId: string): Promise<AnswerResult> {
    await condition(() => this.#replyTo(messageId) !== null);
    const reply = this.#replyTo(messageId);
    if (reply !== null && 'answer' in reply) return reply.answer;
    throw ApplicationFailure.nonRetryable(reply?.failure ?? 'there is no answer', 'AnswerFailed');
  }

  /** Answers the next message. */
  async answerNext(answer: (ask: Ask, answerId: string, limits: SpendingLimits) => Promise<AnswerOutcome | Failed>) {
    const ask = this.#queue.shift();
    if (ask === undefined) return;
    this.#answering = ask;
    const outcome = await answer(ask, this.#nextAnswerId, this.limitsOfAnswer);
    this.#answering = null;
    const turn = this.#state.turns + 1;
    if ('failure' in outcome) {
      const failed = failedTurn(turn, ask, outcome.failure);
      this.#state = withTurn(this.#state, failed, null, NOTHING_LEARNT);
      this.#replies.set(ask.messageId, outcome);
      return;
    }
    const { result, ...learnt } = outcome;
    const state = withTurn(this.#state, turnOf(turn, ask.messageId, result), result, learnt);
    this.#state = { ...state, usage: addUsage(state.usage, result.usage) };
    this.#replies.set(ask.messageId, { answer: result });
  }

  /** What one answer may spend now. */
  get limitsOfAnswer(): SpendingLimits {
    return remainingLimits(
      { modelCalls: ANSWER_MODEL_CALLS, ...this.scope.settings.answerLimits },
      this.#state.limits,
      this.#state.usage,
    );
  }

  get limits(): SpendingLimits {
    return this.#state.limits;
  }

  extend(limits: Partial<SpendingLimits>): void {
    this.#state = { ...this.#state, limits: { ...this.#state.limits, ...limits } };
  }

  /** Whether an answer of this id was given. */
  hasAnswered(answerId: string): boolean {
    const turn = Number(answerId.slice(answerId.lastIndexOf(':') + 1));
    return answerId === answerIdOf(this.sessionId, turn) && turn >= 1 && turn <= this.#state.turns;
  }

  /** Unhelpful feedback is given to the next answer, helpful feedback takes it back. */
  note(feedback: Feedback): void {
    const kept = feedback.verdict === 'unhelpful' ? feedback : null;
    this.#state = { ...this.#state, context: { ...this.#state.context, feedback: kept } };
  }

  /** Without what the message replaces, and what was replaced before. */
  contextOf({ instead }: Pick<Ask, 'instead'>): ConversationState['context'] {
    const { context } = this.#state;
    return { ...context, thread: standingTurns(context.thread, instead) };
  }

  get view(): ConversationView {
    const { turns, context, answers, usage, limits } = this.#state;
    return {
      sessionId: this.sessionId,
      userId: this.scope.userId,
      turns,
      thread: context.thread,
      answers,
      leftOut: unselectedOf(this.scope),
      filters: context.filters,
      pending: this.pending.map(({ messageId, message }, index) => {
        const answerId = answerIdOf(this.sessionId, turns + 1 + index);
        return { answerId, messageId, message };
      }),
      answering: this.#answering === null ? null : this.#nextAnswerId,
      usage,
      limits,
    };
  }

  /** From this execution, or from what the session kept of earlier ones. */
  #replyTo(messageId: string): Reply | null {
    const reply = this.#replies.get(messageId);
    if (reply !== undefined) return reply;
    const turn = this.#state.context.thread.find((entry) => entry.messageId === messageId);
    if (turn === undefined) return null;
    if (turn.failure !== null) return { failure: turn.failure };
    const answerId = answerIdOf(this.sessionId, turn.turn);
    const answer = this.#state.answers.find((entry) => entry.answerId === answerId);
    return answer === undefined ? { failure: `this message was answered before, as ${answerId}` } : { answer };
  }
}

function firstState(): ConversationState {
  return {
    context: { thread: [], filters: {}, lastVertical: null, lastStrength: null, feedback: null },
    turns: 0,
    usage: NO_USAGE,
    limits: sessionLimitsSchema.parse({}),
    answers: [],
    waiting: [],
  };
}
