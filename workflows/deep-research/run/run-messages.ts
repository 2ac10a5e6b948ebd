import { ApplicationFailure, setDefaultSignalHandler, setHandler } from '@temporalio/workflow';
import type { Rejection } from '../../contracts/progress.ts';
import * as messages from '../messages.ts';
import { decide, type Message, type RunState } from './run-state.ts';

/** Rejections that are kept word for word; all are counted. */
const MAX_REJECTIONS = 20;

/** Where messages do their work. */
export interface Addressee {
  state: RunState;
  /** Called after every message. */
  onMessage(): void;
}

/** The messages that a run gets. Handlers only push into the state; the main function does the work. */
export class RunMessages {
  readonly #addressee: Addressee;
  readonly #rejections: Rejection[] = [];
  #rejectionCount = 0;

  constructor(addressee: Addressee) {
    this.#addressee = addressee;
  }

  /** Messages that were refused, the last 20. */
  get rejections(): readonly Rejection[] {
    return this.#rejections;
  }

  get rejectionCount(): number {
    return this.#rejectionCount;
  }

  listen(): void {
    const pairs = [
      [messages.answerClarificationSignal, messages.answerClarificationUpdate],
      [messages.skipClarificationSignal, messages.skipClarificationUpdate],
      [messages.finishEarlySignal, messages.finishEarlyUpdate],
      [messages.approvePlanSignal, messages.approvePlanUpdate],
      [messages.extendBudgetSignal, messages.extendBudgetUpdate],
      [messages.retryNowSignal, messages.retryNowUpdate],
      [messages.steerSignal, messages.steerUpdate],
    ] as const;
    for (const [signal, update] of pairs) {
      setHandler(signal, (...[payload]: unknown[]) => this.#receive(signal.name, payload));
      setHandler(update, (...[payload]: unknown[]) => this.#receive(update.name, payload), {
        validator: (...[payload]: unknown[]) => this.#refuse(update.name, payload),
      });
    }
    setDefaultSignalHandler((name, ...[payload]) => this.#receive(name, payload));
  }

  #receive(name: string, payload: unknown): void {
    const decision = this.#decide(name, payload);
    if (decision.accepted) this.#addressee.state = decision.state;
    else this.#recordRejection(name, decision.reason);
    this.#addressee.onMessage();
  }

  #refuse(name: string, payload: unknown): void {
    const decision = this.#decide(name, payload);
    if (!decision.accepted) throw ApplicationFailure.nonRetryable(decision.reason, 'MessageRejected');
  }

  #decide(name: string, payload: unknown) {
    const message: Message = { name, payload, at: new Date(Date.now()).toISOString() };
    return decide(this.#addressee.state, message);
  }

  #recordRejection(name: string, reason: string): void {
    this.#rejectionCount += 1;
    this.#rejections.push({ message: name.slice(0, 80), reason, at: new Date(Date.now()).toISOString() });
    if (this.#rejections.length > MAX_REJECTIONS) this.#rejections.shift();
  }
}
