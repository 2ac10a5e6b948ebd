import type { Ledger } from '@plumbline/contracts/common/metering';
import { researchStageAttribute } from '@plumbline/contracts/common/search-attributes';
import type { Drift } from '@plumbline/contracts/evidence/drift';
import { noticesOf } from '@plumbline/contracts/report/notice';
import { isFinal, type ResearchProgress, type Stage, type TaskProgress } from '@plumbline/contracts/report/progress';
import type { ForkOrigin } from '@plumbline/contracts/research/fork';
import type { ResearchRequest } from '@plumbline/contracts/research/research-request';
import { log, metricMeter, setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { callActivity, sendNotice } from '../../calls/activity-options.ts';
import { renderProgressBoard, shownTelemetry } from '../../domain/progress-board.ts';
import type { RunAccounts, WorkTime } from './run-accounts.ts';
import type { RunStages } from './run-stages.ts';
import { type LiveState, now, toPendingClarification } from './run-state.ts';

/** What stages establish; null until then. */
interface RunFacts extends Pick<ResearchProgress, 'corpus' | 'language' | 'failure' | 'result'> {
  readonly drift: Drift | null;
}

/** The first stage, and those that follow one which settled something. The others have nothing to lose without a server. */
const RECORDED: ReadonlySet<Stage> = new Set(['indexing', 'planning', 'researching', 'synthesizing']);

/** What a run shows of itself: its stage, the board in the Web UI, and the progress in the project's own store. */
export class RunProgress {
  readonly #request: Pick<ResearchRequest, 'question' | 'forkedFrom'>;
  readonly #state: LiveState;
  readonly #accounts: RunAccounts;
  readonly #workTime: WorkTime;
  readonly #stages: RunStages;
  #facts: RunFacts = { corpus: null, language: null, drift: null, failure: null, result: null };
  #recording: Promise<void> = Promise.resolve();
  /** The progress has changed since it was recorded last. */
  #isDue = false;
  #ledger: Ledger | null = null;
  #temporalAddress: string | undefined;
  /** Ids of what people were told. */
  readonly #told = new Set<string>();

  constructor(
    request: Pick<ResearchRequest, 'question' | 'forkedFrom'>,
    state: LiveState,
    accounts: RunAccounts,
    workTime: WorkTime,
    stages: RunStages,
  ) {
    this.#request = request;
    this.#state = state;
    this.#accounts = accounts;
    this.#workTime = workTime;
    this.#stages = stages;
  }

  enter(stage: Stage): void {
    this.#state.update({ stage });
    upsertSearchAttributes([{ key: researchStageAttribute, value: stage }]);
    metricMeter.createCounter('plumbline_stages').add(1, { stage });
    log.info('stage entered', { stage });
    if (RECORDED.has(stage) || isFinal(stage)) this.changed();
    else this.showBoard();
  }

  /** Adds what a stage established; it is shown with the next change. */
  establish(facts: Partial<RunFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
  }

  /** All of it; null until validation. */
  get drift(): Drift | null {
    return this.#facts.drift;
  }

  updateTask(task: TaskProgress): void {
    this.#state.updateTask(task);
    this.showBoard();
  }

  /** Shows the present progress and records it, without holding up the run; of changes in quick succession the last. */
  changed(): void {
    this.showBoard();
    this.#isDue = true;
    // One after the other, so that an earlier progress never replaces a later one.
    this.#recording = this.#recording.then(() => this.#recordIfDue());
  }

  /** Resolves when the last progress is in the store. */
  recorded(): Promise<void> {
    return this.#recording;
  }

  showBoard(): void {
    const server = { address: this.#temporalAddress, namespace: workflowInfo().namespace };
    setCurrentDetails(renderProgressBoard(this.snapshot(), server));
  }

  snapshot(): ResearchProgress {
    const { stage, tasks, limits, round, planToApprove, rejections, rejectionCount, waits, steering } =
      this.#state.current;
    const { usage, gaps, degradations, telemetry, webPages } = this.#accounts;
    const { question, forkedFrom } = this.#request;
    const { resumesFrom } = this.#stages;
    return {
      researchId: workflowInfo().workflowId,
      question,
      ...(forkedFrom !== undefined && { forkedFrom: shownOrigin(forkedFrom) }),
      startedAt: this.#workTime.startedAt,
      updatedAt: now(),
      stage,
      tasks,
      limits,
      pendingClarification: round && toPendingClarification(round),
      planToApprove,
      rejections,
      rejectionCount,
      waits,
      steering,
      usage,
      gaps,
      degradations,
      telemetry: shownTelemetry(telemetry, webPages),
      ledger: this.#ledger,
      ...this.#facts,
      ...(resumesFrom !== undefined && { resumesFrom }),
      drift: this.drift && { tiers: this.drift.tiers },
    };
  }

  async #recordIfDue(): Promise<void> {
    if (!this.#isDue) return;
    this.#isDue = false;
    const progress = this.snapshot();
    try {
      const unrecorded = this.#stages.unrecorded;
      const {
        ledger,
        temporalAddress,
        settled,
        recipients = [],
      } = await callActivity(
        'recordProgress',
        { progress, ...(unrecorded !== null && { settled: unrecorded }) },
        `progress: ${progress.stage}`,
      );
      this.#stages.noteRecorded(settled);
      this.#ledger = ledger ?? this.#ledger;
      this.#temporalAddress = temporalAddress;
      this.showBoard();
      if (this.#ledger !== null) this.#accounts.reconcile(this.#ledger);
      await this.#tell(recipients);
    } catch (error) {
      // Lost is only what `status` shows while no server runs; settled stages are sent again. A cancelled run records its end.
      this.#isDue = true;
      log.warn('progress was not recorded', { error });
    }
  }

  /** Each wait and the end once. Only the end is waited for. */
  async #tell(recipients: readonly string[]): Promise<void> {
    if (recipients.length === 0) return;
    const progress = this.snapshot();
    const isEnd = isFinal(progress.stage);
    for (const notice of noticesOf(progress, workflowInfo().runId)) {
      if (this.#told.has(notice.id)) continue;
      this.#told.add(notice.id);
      const sent = sendNotice(notice, recipients, isEnd);
      if (isEnd) await sent;
    }
  }
}

/** Without its plan, which the tasks show. */
function shownOrigin({ plan: _plan, ...origin }: ForkOrigin): NonNullable<ResearchProgress['forkedFrom']> {
  return origin;
}
