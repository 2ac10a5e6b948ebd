import { workflowInfo } from '@temporalio/workflow';
import type { Span, SpanName } from '../contracts/answer.ts';

/** What an answer does, step by step, and how long each step took by the workflow's clock. */
export class AnswerTrace {
  readonly #show: (stage: string) => void;
  readonly #spans: Span[] = [];
  #stage = 'indexing';

  constructor(show: (stage: string) => void) {
    this.#show = show;
  }

  /** One id for all attempts: Temporal finds the execution by it. */
  get traceId(): string {
    return workflowInfo().runId;
  }

  get stage(): string {
    return this.#stage;
  }

  get spans(): readonly Span[] {
    return this.#spans;
  }

  /** Shows what is done now. */
  enter(stage: string): void {
    this.#stage = stage;
    this.#show(stage);
  }

  /** Does one step and notes its time, also when it fails. */
  async span<Value>(name: SpanName, work: () => Promise<Value>): Promise<Value> {
    const started = Date.now();
    try {
      return await work();
    } finally {
      this.#spans.push({ name, startedAt: new Date(started).toISOString(), durationMs: Date.now() - started });
    }
  }

  /** Notes something that took no time. */
  mark(name: SpanName): void {
    this.#spans.push({ name, startedAt: new Date(Date.now()).toISOString(), durationMs: 0 });
  }
}
