import {
  log,
  patched,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { callActivity } from '../../activity-options.ts';
import type { CorpusReport } from '../../contracts/corpus.ts';
import type { Drift } from '../../contracts/drift.ts';
import type { Finding } from '../../contracts/evidence.ts';
import type { Ledger, MeteringTerms } from '../../contracts/metering.ts';
import type { ResearchProgress, ResearchResult, Stage, TaskProgress } from '../../contracts/progress.ts';
import type { ResearchRequest } from '../../contracts/research-request.ts';
import { researchStageAttribute } from '../../contracts/search-attributes.ts';
import type { WebProvider } from '../../contracts/web-search.ts';
import { approvedTasksOf } from '../../domain/approved-tasks.ts';
import { createPartialReport } from '../../domain/partial-report.ts';
import { renderProgressBoard } from '../../domain/progress-board.ts';
import { closingCeiling, type LimitName, MODEL_LIMITS, researchCeiling } from '../../domain/research-limits.ts';
import { BudgetWait } from '../../waits/budget-wait.ts';
import { ServerWait } from '../../waits/server-wait.ts';
import * as messages from '../messages.ts';
import { RunAccounts } from './run-accounts.ts';
import { RunMessages } from './run-messages.ts';
import { type ReasonedInput, type ReasonedValue, type ReasoningName, RunReasoning } from './run-reasoning.ts';
import { INITIAL_STATE, type RunState, toPendingClarification } from './run-state.ts';
import { RunWaits } from './run-waits.ts';

/** One run while it runs: its state, its accounts, and the way to people and activities. */
export class ResearchRun {
  readonly researchId = workflowInfo().workflowId;
  readonly request: ResearchRequest;
  readonly accounts: RunAccounts;
  readonly budget: BudgetWait;
  state: RunState;
  corpus: CorpusReport | null = null;
  language: string | null = null;
  failure: string | null = null;
  result: ResearchResult | null = null;
  drift: Drift | null = null;

  /** False for runs that began before findings were graded against the anchor; they end the way they began. */
  readonly isGraded = patched('graded-context');
  /** False for runs that began before retrieval corrected itself and went deeper. */
  readonly hasRetrievalLoop = patched('retrieval-loop');
  /** False for runs that began before limits and servers that are down were waited for, and passages read in batches. */
  readonly hasDurableWaits = patched('durable-waits');
  /** Passages that were read or that a reference led to; none is followed to twice. */
  readonly visitedPassages = new Set<string>();
  /** Findings so far, by task. */
  readonly found = new Map<string, readonly Finding[]>();

  readonly #messages = new RunMessages(this);
  readonly #waits = new RunWaits(this);
  readonly #reasoning: RunReasoning;
  readonly #servers = new Map<string, ServerWait>();
  readonly #startedAt = Date.now();
  #recording: Promise<void> = Promise.resolve();
  #ledger: Ledger | null = null;
  #temporalAddress: string | undefined;

  constructor(request: ResearchRequest) {
    this.request = request;
    const { settings } = request;
    this.state = { ...INITIAL_STATE, limits: settings.limits };
    this.accounts = new RunAccounts(settings.limits);
    const isFinishing = (): boolean => this.state.finishRequested;
    this.budget = new BudgetWait({
      researchId: this.researchId,
      timeoutMs: settings.budgetTimeoutSeconds * 1_000,
      limits: () => this.state.limits,
      hasReached: (name) =>
        this.hasDurableWaits && (name === 'wallTimeSeconds' ? this.remainingSeconds() <= 0 : this.accounts.isAt(name)),
      isFinishing,
      waitForPeople: (isSettled, wait) => this.#waits.atLimit(isSettled, wait),
    });
    const { researchId, accounts, budget, hasDurableWaits } = this;
    const model = this.#createServer('model', settings.modelOutageSeconds);
    this.#reasoning = new RunReasoning({
      researchId,
      accounts,
      budget,
      model,
      hasDurableWaits,
      isFinishing,
      meteringTerms: (isClosing) => this.meteringTerms(isClosing),
      approvedTasks: () => approvedTasksOf(this.state),
    });
  }

  /** Opens the run for messages. */
  listen(): void {
    setHandler(messages.progressQuery, () => this.progress());
    setHandler(messages.clarificationQuery, () => this.state.round && toPendingClarification(this.state.round));
    setHandler(messages.partialReportQuery, () => this.#partialReport());
    this.#messages.listen();
  }

  /** Called after every message. */
  onMessage(): void {
    this.accounts.limits = this.state.limits;
    this.#showBoard();
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
    const { tasks } = this.state;
    const index = tasks.findIndex(({ taskId }) => taskId === task.taskId);
    this.state = { ...this.state, tasks: index === -1 ? [...tasks, task] : tasks.with(index, task) };
    this.#showBoard();
  }

  /** @returns false when the time ran out */
  waitForPeople(isSettled: () => boolean, timeoutMs: number, summary: string): Promise<boolean> {
    return this.#waits.forPeople(isSettled, timeoutMs, summary);
  }

  /** Runs a reasoning activity: by the model while it may be asked, by the rule without one when it may not. */
  reason<Name extends ReasoningName>(
    name: Name,
    input: ReasonedInput<Name>,
    summary: string,
  ): Promise<ReasonedValue<Name>> {
    return this.#reasoning.reason(name, input, summary);
  }

  /** @param isClosing of a step that a part of the budget is kept back for */
  meteringTerms(isClosing = false): MeteringTerms {
    const { limits } = this.accounts;
    const ceiling = isClosing ? closingCeiling(limits) : researchCeiling(limits);
    return { reuse: this.request.settings.fresh ? 'own-run' : 'any-run', ceiling };
  }

  /**
   * Before research spends more: at a limit a person is asked first. Undefined where there is room, and then nothing may be
   * awaited: it would reorder the commands of runs that began before.
   */
  askForRoom(...names: readonly LimitName[]): Promise<void> | undefined {
    return this.budget.askAt('wallTimeSeconds', ...names, ...MODEL_LIMITS);
  }

  /** Research was finished early: what was extracted by then reaches the report as a whole. */
  get keepsAllFindings(): boolean {
    return this.hasDurableWaits && this.state.finishRequested;
  }

  /** The one wait of the run for a search provider. */
  serverOf(provider: WebProvider): ServerWait {
    const known = this.#servers.get(provider);
    if (known !== undefined) return known;
    const server = this.#createServer(provider, this.request.settings.providerOutageSeconds);
    this.#servers.set(provider, server);
    return server;
  }

  /** Seconds of work so far, without the time spent waiting for people and for servers that are down. */
  workedSeconds(): number {
    return Math.round((Date.now() - this.#startedAt - this.#waits.heldMs) / 1_000);
  }

  remainingSeconds(): number {
    return Math.max(0, this.accounts.limits.wallTimeSeconds - this.workedSeconds());
  }

  /** Messages that were refused, the last 20. */
  get rejections() {
    return this.#messages.rejections;
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
      tasks: state.tasks,
      usage: accounts.usage,
      limits: accounts.limits,
      pendingClarification: state.round && toPendingClarification(state.round),
      planToApprove: state.planToApprove,
      gaps: accounts.gaps,
      degradations: accounts.degradations,
      drift: this.drift,
      telemetry: accounts.telemetry,
      rejections: this.#messages.rejections,
      rejectionCount: this.#messages.rejectionCount,
      waits: state.waits,
      steering: state.steering,
      ledger: this.#ledger,
      failure: this.failure,
      result: this.result,
    };
  }

  async #record(progress: ResearchProgress): Promise<void> {
    try {
      const recorded = await callActivity('recordProgress', { progress }, `progress: ${progress.stage}`);
      this.#ledger = recorded?.ledger ?? this.#ledger;
      this.#temporalAddress = recorded?.temporalAddress ?? this.#temporalAddress;
      this.#showBoard();
      if (this.#ledger !== null) this.accounts.reconcile(this.#ledger);
    } catch (error) {
      // Lost is only what `status` shows while no server runs. A cancelled run records its end anew.
      log.warn('progress was not recorded', { error });
    }
  }

  #createServer(subject: string, patienceSeconds: number): ServerWait {
    return new ServerWait(subject, patienceSeconds * 1_000, {
      show: (name, wait) => this.#waits.show(name, wait),
      retries: () => this.state.retries,
      isFinishing: () => this.state.finishRequested,
    });
  }

  #partialReport() {
    const findings = [...this.found.values()].flat();
    return createPartialReport(this.progress(), findings, this.accounts.gaps, new Date(Date.now()).toISOString());
  }

  #showBoard(): void {
    const server = { address: this.#temporalAddress, namespace: workflowInfo().namespace };
    setCurrentDetails(renderProgressBoard(this.progress(), server));
  }
}
