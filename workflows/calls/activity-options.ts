import type { Activities } from '@plumbline/contracts/activities';
import { FailureType } from '@plumbline/contracts/common/failure-types';
import { type QueueName, taskQueueFor, type WorkKind } from '@plumbline/contracts/common/task-queues';
import type { Notice } from '@plumbline/contracts/report/notice';
import {
  ActivityCancellationType,
  type ActivityOptions,
  CancellationScope,
  log,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow';
import { describeCause, workerWaitCause } from './activity-failures.ts';
import type { ServerWait } from './server-wait.ts';

/** Longest `summary` that Temporal accepts is 200 bytes; letters may take more than one. */
const MAX_SUMMARY_BYTES = 200;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Killed and frozen workers use up attempts, so attempts are generous and
 * `scheduleToCloseTimeout` is what ends a call. The worker beats every 2 s, so that 5 s of silence mean it is gone.
 */
const base: ActivityOptions = {
  heartbeatTimeout: 5 * SECOND,
  cancellationType: ActivityCancellationType.TRY_CANCEL,
  // The first retry follows soon: after a kill it adds to the heartbeat timeout.
  retry: { initialInterval: SECOND / 4, backoffCoefficient: 2, maximumInterval: MINUTE, maximumAttempts: 20 },
};

/** Local and cheap: index look-ups and pure rules over stored text. */
const local: ActivityOptions = { ...base, startToCloseTimeout: 2 * MINUTE, scheduleToCloseTimeout: 30 * MINUTE };

/** Reading a folder for the first time can take hours. */
const indexing: ActivityOptions = { ...base, startToCloseTimeout: 12 * HOUR, scheduleToCloseTimeout: 24 * HOUR };

/**
 * Slow and paid for. A small machine writes a few tokens a second, and several requests may be queued. Silence and
 * endless answers end each request; this timeout only has to exceed any real work.
 */
const model: ActivityOptions = { ...base, startToCloseTimeout: 12 * HOUR, scheduleToCloseTimeout: 24 * HOUR };

/**
 * Servers of other parties. A failure costs recall and must not hold the run up, so attempts are few: a provider that
 * cannot be reached is given up after 8 s. Waiting for a turn in a provider's queue takes long where its rate is low.
 */
const searching: ActivityOptions = {
  ...base,
  startToCloseTimeout: MINUTE,
  scheduleToCloseTimeout: 15 * MINUTE,
  retry: { ...base.retry, maximumAttempts: 6 },
};
const fetching: ActivityOptions = { ...searching, retry: { ...base.retry, maximumAttempts: 4 } };

/** Failures that the run waits out itself; see `ServerWait`. */
const SERVER_FAILURES: readonly FailureType[] = [FailureType.ModelUnavailable, FailureType.ProviderUnavailable];

/** Writing the result: it is worth waiting until a full disk has room again, because all the work is done. */
const publishing: ActivityOptions = {
  ...base,
  startToCloseTimeout: 30 * MINUTE,
  scheduleToCloseTimeout: 7 * 24 * HOUR,
  retry: { initialInterval: SECOND, backoffCoefficient: 2, maximumInterval: MINUTE },
};

/** A convenience for `status`; the run does not wait for it long. */
const bookkeeping: ActivityOptions = {
  ...base,
  startToCloseTimeout: 10 * SECOND,
  scheduleToCloseTimeout: MINUTE,
  retry: { ...base.retry, maximumAttempts: 5 },
};

/** A recipient may be away for some hours. The run does not wait for it. */
const notifying: ActivityOptions = {
  ...base,
  startToCloseTimeout: MINUTE,
  scheduleToCloseTimeout: 6 * HOUR,
  retry: { initialInterval: SECOND, backoffCoefficient: 2, maximumInterval: 10 * MINUTE },
};
/** In milliseconds. A run that has ended waits no longer for a recipient that is away. */
const LONGEST_END_MS = 30_000;
const CONVENIENCES: ReadonlySet<ActivityOptions> = new Set([bookkeeping, notifying]);

const PROFILES: Readonly<Record<keyof Activities, { readonly kind: WorkKind; readonly options: ActivityOptions }>> = {
  keepStages: { kind: 'main', options: local },
  indexCorpus: { kind: 'main', options: indexing },
  assessClarity: { kind: 'model', options: model },
  summarizeClarification: { kind: 'model', options: model },
  planResearch: { kind: 'model', options: model },
  rewriteQuery: { kind: 'model', options: model },
  searchFolder: { kind: 'main', options: local },
  searchWeb: { kind: 'web', options: searching },
  readPage: { kind: 'web', options: fetching },
  scoreRelevance: { kind: 'main', options: local },
  rerank: { kind: 'main', options: local },
  extractQuotes: { kind: 'model', options: model },
  classifyTiers: { kind: 'main', options: local },
  followReferences: { kind: 'main', options: local },
  scoreReferences: { kind: 'main', options: local },
  summarizeTask: { kind: 'main', options: local },
  reflectOnFindings: { kind: 'model', options: model },
  validateRelevance: { kind: 'main', options: local },
  synthesizeReport: { kind: 'model', options: model },
  completeSections: { kind: 'model', options: model },
  verifyParts: { kind: 'model', options: model },
  checkReport: { kind: 'main', options: local },
  publishReport: { kind: 'main', options: publishing },
  recordProgress: { kind: 'main', options: bookkeeping },
  sendNotice: { kind: 'web', options: notifying },
  recallAnswer: { kind: 'main', options: local },
  rememberPlan: { kind: 'main', options: bookkeeping },
  recallMemory: { kind: 'main', options: bookkeeping },
  manageMemory: { kind: 'main', options: local },
  understandMessage: { kind: 'model', options: model },
  searchCatalogue: { kind: 'web', options: searching },
  answerGenerally: { kind: 'model', options: model },
  composeAnswer: { kind: 'model', options: model },
  critiqueAnswer: { kind: 'model', options: model },
  renderAnswer: { kind: 'main', options: local },
  recordAnswer: { kind: 'main', options: publishing },
  noteStage: { kind: 'main', options: bookkeeping },
  recordFeedback: { kind: 'main', options: bookkeeping },
  openBriefing: { kind: 'main', options: local },
  listIssues: { kind: 'main', options: searching },
  readCanon: { kind: 'main', options: local },
  readDocuments: { kind: 'main', options: local },
  gradeResults: { kind: 'main', options: local },
  judgeFindings: { kind: 'model', options: model },
  composeBriefing: { kind: 'model', options: model },
  fileIssues: { kind: 'main', options: searching },
  publishBriefing: { kind: 'main', options: publishing },
};

/** Of this workflow; null: its calls fail when their workers fall silent. */
let workers: ServerWait | null = null;

/** From now on the calls of this workflow wait where all their attempts were lost because workers were killed, frozen or away. */
export function waitForWorkers(wait: ServerWait): void {
  workers = wait;
}

/** How a call differs from its profile. */
export interface CallOptions {
  /** Overrides the queue of its kind. */
  readonly queue?: QueueName;
  /** A server failure ends the call at once, because the run waits for the server itself. */
  readonly endsAtFailureOfServer?: boolean;
}

/**
 * Calls one activity with its profile.
 *
 * @param summary one line for the Web UI, so that the run reads like a log
 */
export function callActivity<Name extends keyof Activities>(
  name: Name,
  input: Parameters<Activities[Name]>[0],
  summary: string,
  { queue, endsAtFailureOfServer = false }: CallOptions = {},
): ReturnType<Activities[Name]> {
  const { taskQueue } = workflowInfo();
  const { kind, options } = PROFILES[name];
  const activities = proxyActivities<Activities>({
    ...options,
    ...(endsAtFailureOfServer && { retry: { ...options.retry, nonRetryableErrorTypes: [...SERVER_FAILURES] } }),
    summary: cutToBytes(summary, MAX_SUMMARY_BYTES),
    taskQueue: taskQueueFor(taskQueue, queue ?? kind),
  });
  // The proxy is typed by name; TypeScript cannot see that the call for one `Name` returns that name's result.
  const call = activities[name] as unknown as (input: Parameters<Activities[Name]>[0]) => ReturnType<Activities[Name]>;
  // A convenience is not waited for.
  if (workers === null || CONVENIENCES.has(options)) return call(input);
  const mayQueue = kind === 'web';
  const ask = workers.ask<unknown>(
    () => call(input),
    (error) => workerWaitCause(error, mayQueue),
  );
  return ask as ReturnType<Activities[Name]>;
}

/**
 * Tells every recipient, each in an activity of its own, so that one that is away costs the others nothing. Never throws.
 *
 * @param isEnd nothing is sent after the workflow has ended, so it waits a moment
 */
export async function sendNotice(notice: Notice, recipients: readonly string[], isEnd: boolean): Promise<void> {
  const telling = recipients.map(async (recipient) => {
    const send = () => callActivity('sendNotice', { recipient, notice }, `notify: ${notice.event}`);
    try {
      await (isEnd ? CancellationScope.withTimeout(LONGEST_END_MS, send) : send());
    } catch (error) {
      log.warn('a notice was not delivered', { event: notice.event, cause: describeCause(error) });
    }
  });
  await Promise.all(telling);
}

function cutToBytes(text: string, maxBytes: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const bytes = new TextEncoder().encode(line);
  if (bytes.byteLength <= maxBytes) return line;
  // A letter cut in two decodes to a replacement character, which the pattern removes.
  return `${new TextDecoder().decode(bytes.slice(0, maxBytes - 3)).replace(/(?<!\ufffd)\ufffd+$/u, '')}…`;
}
