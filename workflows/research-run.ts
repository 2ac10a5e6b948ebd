import {
  ApplicationFailure,
  condition,
  isCancellation,
  log,
  patched,
  setCurrentDetails,
  setDefaultSignalHandler,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { callActivity } from './activity-options.ts';
import type { Reasoned, ReasoningInput } from './contracts/accounting.ts';
import type { Activities } from './contracts/activities.ts';
import type { CorpusReport } from './contracts/corpus.ts';
import type { Drift } from './contracts/drift.ts';
import type { Rejection, ResearchProgress, ResearchResult, Stage, TaskProgress } from './contracts/progress.ts';
import type { ResearchRequest } from './contracts/research-request.ts';
import { awaitingInputAttribute, researchStageAttribute } from './contracts/search-attributes.ts';
import { renderProgressBoard } from './domain/progress-board.ts';
import { describeFailure, isModelFailure } from './failures.ts';
import * as messages from './messages.ts';
import { RunAccounts } from './run-accounts.ts';
import { decide, INITIAL_STATE, type Message, type RunState, toPendingClarification } from './run-state.ts';

/** Rejections that are kept word for word; all are counted. */
const MAX_REJECTIONS = 20;

/** Activities that reason, and what each gives back. */
type ReasoningName = {
  [Name in keyof Activities]: Awaited<ReturnType<Activities[Name]>> extends Reasoned<unknown> ? Name : never;
}[keyof Activities];
type ReasonedValue<Name extends ReasoningName> =
  Awaited<ReturnType<Activities[Name]>> extends Reasoned<infer Value> ? Value : never;

/** One run while it runs: its state, its accounts, and the way to people and activities. */
export class ResearchRun {
  readonly researchId = workflowInfo().workflowId;
  readonly request: ResearchRequest;
  readonly accounts: RunAccounts;
  state: RunState = INITIAL_STATE;
  corpus: CorpusReport | null = null;
  language: string | null = null;
  failure: string | null = null;
  result: ResearchResult | null = null;
  drift: Drift | null = null;

  /** False for runs that began before findings were graded against the anchor; they end the way they began. */
  readonly isGraded = patched('graded-context');
  /** False for runs that began before retrieval corrected itself and went deeper. */
  readonly hasRetrievalLoop = patched('retrieval-loop');
  /** Passages that were read or that a reference led to; none is followed to twice. */
  readonly visitedPassages = new Set<string>();

  readonly #startedAt = Date.now();
  readonly #tasks = new Map<string, TaskProgress>();
  readonly #rejections: Rejection[] = [];
  #rejectionCount = 0;
  #recording: Promise<void> = Promise.resolve();
  #waitedMs = 0;
  #modelFailure: string | null = null;

  constructor(request: ResearchRequest) {
    this.request = request;
    this.accounts = new RunAccounts(request.settings.limits);
  }

  /** Opens the run for messages. Handlers only push into the state; the main function does the work. */
  listen(): void {
    setHandler(messages.progressQuery, () => this.progress());
    setHandler(messages.clarificationQuery, () => this.state.round && toPendingClarification(this.state.round));
    const pairs = [
      [messages.answerClarificationSignal, messages.answerClarificationUpdate],
      [messages.skipClarificationSignal, messages.skipClarificationUpdate],
      [messages.finishEarlySignal, messages.finishEarlyUpdate],
      [messages.approvePlanSignal, messages.approvePlanUpdate],
    ] as const;
    for (const [signal, update] of pairs) {
      setHandler(signal, (...[payload]: unknown[]) => this.#receive({ name: signal.name, payload }));
      setHandler(update, (...[payload]: unknown[]) => this.#receive({ name: update.name, payload }), {
        validator: (...[payload]: unknown[]) => this.#refuse({ name: update.name, payload }),
      });
    }
    setDefaultSignalHandler((name, ...[payload]) => this.#receive({ name, payload }));
  }

  enter(stage: Stage): void {
    this.state = { ...this.state, stage };
    upsertSearchAttributes([{ key: researchStageAttribute, value: stage }]);
    log.info('stage entered', { stage });
    this.changed();
  }

  /** Shows the present progress in the Web UI and keeps it in the project's own store, without holding up the run. */
  changed(): void {
    this.#showBoard();
    const progress = this.progress();
    // One after the other, so that an older progress never replaces a newer one.
    this.#recording = this.#recording.then(() => this.#record(progress));
  }

  /** Resolves when the last progress is in the store. */
  recorded(): Promise<void> {
    return this.#recording;
  }

  updateTask(task: TaskProgress): void {
    this.#tasks.set(task.taskId, task);
    this.#showBoard();
  }

  /**
   * Waits for people without cost: no polling, one timer.
   *
   * @returns false when the time ran out
   */
  async waitForPeople(isSettled: () => boolean, timeoutMs: number, summary: string): Promise<boolean> {
    const waitingSince = Date.now();
    upsertSearchAttributes([{ key: awaitingInputAttribute, value: true }]);
    this.changed();
    try {
      return await condition(() => isSettled() || this.state.finishRequested, timeoutMs, { summary });
    } finally {
      this.#waitedMs += Date.now() - waitingSince;
      upsertSearchAttributes([{ key: awaitingInputAttribute, value: false }]);
    }
  }

  /**
   * Runs a reasoning activity. When the model fails for good, the offline rule takes over for the rest of the run, and
   * the report says so.
   */
  async reason<Name extends ReasoningName>(
    name: Name,
    input: Omit<Parameters<Activities[Name]>[0], keyof ReasoningInput>,
    summary: string,
  ): Promise<ReasonedValue<Name>> {
    const unavailable =
      this.#modelFailure ?? (this.accounts.isModelExhausted() ? 'the limit on the model is reached' : null);
    if (unavailable !== null) return this.#reasonOffline(name, input, summary, unavailable);
    try {
      return await this.#reasonWith('configured', name, input, summary);
    } catch (error) {
      if (isCancellation(error) || !isModelFailure(error)) throw error;
      this.#modelFailure = describeFailure(error);
      return this.#reasonOffline(name, input, summary, this.#modelFailure);
    }
  }

  /** Seconds of work so far, without the time spent waiting for people. */
  workedSeconds(): number {
    return Math.round((Date.now() - this.#startedAt - this.#waitedMs) / 1_000);
  }

  /** Messages that were refused, the last 20. */
  get rejections(): readonly Rejection[] {
    return this.#rejections;
  }

  progress(): ResearchProgress {
    const { accounts, state } = this;
    return {
      researchId: this.researchId,
      question: this.request.question,
      stage: state.stage,
      startedAt: new Date(this.#startedAt).toISOString(),
      updatedAt: new Date(Date.now()).toISOString(),
      language: this.language,
      corpus: this.corpus,
      tasks: [...this.#tasks.values()],
      usage: accounts.usage,
      limits: accounts.limits,
      pendingClarification: state.round && toPendingClarification(state.round),
      planToApprove: state.planToApprove,
      gaps: accounts.gaps,
      degradations: accounts.degradations,
      drift: this.drift,
      telemetry: accounts.telemetry,
      rejections: this.#rejections,
      rejectionCount: this.#rejectionCount,
      failure: this.failure,
      result: this.result,
    };
  }

  async #reasonOffline<Name extends ReasoningName>(
    name: Name,
    input: Omit<Parameters<Activities[Name]>[0], keyof ReasoningInput>,
    summary: string,
    cause: string,
  ): Promise<ReasonedValue<Name>> {
    this.accounts.degrade(name, cause);
    return this.#reasonWith('offline', name, input, `${summary} (offline)`);
  }

  async #reasonWith<Name extends ReasoningName>(
    engine: ReasoningInput['engine'],
    name: Name,
    input: Omit<Parameters<Activities[Name]>[0], keyof ReasoningInput>,
    summary: string,
  ): Promise<ReasonedValue<Name>> {
    const today = new Date(Date.now()).toISOString().slice(0, 10);
    // `Omit` on a generic hides that the two fields complete the input; the names come from one type.
    const complete = { ...input, engine, today } as unknown as Parameters<Activities[Name]>[0];
    const call = callActivity(name, complete, summary) as Promise<Reasoned<ReasonedValue<Name>>>;
    return (await this.accounts.book(() => call)).value;
  }

  async #record(progress: ResearchProgress): Promise<void> {
    try {
      await callActivity('recordProgress', { progress }, `progress: ${progress.stage}`);
    } catch (error) {
      // Lost is only what `status` shows while no server runs; the run itself lives in Temporal. A cancelled run
      // records its end anew.
      log.warn('progress was not recorded', { error });
    }
  }

  #receive(message: Message): void {
    const decision = decide(this.state, message);
    if (decision.accepted) this.state = decision.state;
    else this.#recordRejection(message, decision.reason);
    this.#showBoard();
  }

  #refuse(message: Message): void {
    const decision = decide(this.state, message);
    if (!decision.accepted) throw ApplicationFailure.nonRetryable(decision.reason, 'MessageRejected');
  }

  #recordRejection({ name }: Message, reason: string): void {
    this.#rejectionCount += 1;
    this.#rejections.push({ message: name.slice(0, 80), reason, at: new Date(Date.now()).toISOString() });
    if (this.#rejections.length > MAX_REJECTIONS) this.#rejections.shift();
  }

  #showBoard(): void {
    setCurrentDetails(renderProgressBoard(this.progress()));
  }
}
