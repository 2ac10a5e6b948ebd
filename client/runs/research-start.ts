import { describeSelection } from '@plumbline/contracts/common/file-selection';
import { awaitingInputAttribute, researchStageAttribute } from '@plumbline/contracts/common/search-attributes';
import { WORKFLOW_TASK_TIMEOUT_MS } from '@plumbline/contracts/common/task-queues';
import type { Resumption } from '@plumbline/contracts/report/settled-stages';
import type { ResearchRequest } from '@plumbline/contracts/research/research-request';
import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowExecutionDescription,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { Stores } from '../../workers/assembly/stores.ts';
import { DEEP_RESEARCH } from '../../workflows/deep-research/messages.ts';
import { commands, ConflictError, QuotaReachedError, type UsageError } from '../errors/failures.ts';
import { innermostMessage, isNotFound } from '../errors/temporal-errors.ts';
import { checkResearchId, createResearchId, hashContent } from './research-id.ts';
import { memoText } from './run-observation.ts';
import { priorityOf } from './tenants.ts';

/** Temporal's limit for the one-line summary. */
const MAX_SUMMARY_BYTES = 200;

/** The memo is for lists; Temporal warns from 2 KiB on. */
const MAX_MEMO_QUESTION_LENGTH = 500;

export interface StartOptions {
  readonly client: Client;
  readonly taskQueue: string;
  /** Fairness key for servers that balance between tenants; null: none. */
  readonly tenant: string | null;
  /** Ids of new runs do not contain the question, because Temporal cannot encrypt ids. */
  readonly hidesQuestions: boolean;
  /** Counts the runs of users; left out: there are no quotas. */
  readonly spending?: Pick<Stores['spending'], 'countRun' | 'uncountRun'>;
}

export interface StartedRun {
  readonly researchId: string;
  readonly requestHash: string;
  /** True when the run existed: the same id with the same request never starts a second run. */
  readonly attached: boolean;
}

/**
 * Starts a run, or attaches to the one of the same id and the same request, running or over.
 *
 * @throws {UsageError} when another request runs or ran under that id
 * @throws {QuotaReachedError} when the user or the tenant has no run left today
 */
export async function startRun(
  { client, taskQueue, tenant, hidesQuestions, spending }: StartOptions,
  request: ResearchRequest,
  id: string | undefined,
): Promise<StartedRun> {
  const researchId =
    id === undefined ? createResearchId(hidesQuestions ? null : request.question) : checkResearchId(id);
  const requestHash = hashContent(request);
  if (id !== undefined && (await isSameRun(client, researchId, requestHash))) {
    return { researchId, requestHash, attached: true };
  }
  const { userId = null } = request;
  await countRun(spending, userId);
  try {
    await startWorkflow(client, { taskQueue, tenant, researchId, requestHash, request });
  } catch (error) {
    await spending?.uncountRun(userId);
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
  // Another command may have used the same id first; its request has to be the same.
  if (id !== undefined) await isSameRun(client, researchId, requestHash);
  return { researchId, requestHash, attached: false };
}

/** @throws {QuotaReachedError} when the user or the tenant has no run left today */
export async function countRun(spending: StartOptions['spending'], userId: string | null): Promise<void> {
  const reached = await spending?.countRun(userId);
  if (reached) throw new QuotaReachedError(reached);
}

/** A new run, or a run that continues after a failure. */
interface RunToStart extends Pick<StartOptions, 'taskQueue' | 'tenant'> {
  readonly researchId: string;
  readonly requestHash: string;
  readonly request: ResearchRequest;
  readonly resumption?: Resumption;
}

/**
 * @throws {WorkflowExecutionAlreadyStartedError} when a run had the id; for a continuation, only when that run did not
 * fail
 */
export async function startWorkflow(client: Client, run: RunToStart): Promise<void> {
  const options = startOptions(run);
  const typedSearchAttributes = [
    { key: researchStageAttribute, value: 'indexing' },
    { key: awaitingInputAttribute, value: false },
  ];
  try {
    await client.workflow.start(DEEP_RESEARCH, { ...options, typedSearchAttributes });
  } catch (error) {
    // Workers register the attributes. Before the first worker, start without them; the run sets them later.
    if (!/search attribute/i.test(innermostMessage(error))) throw error;
    await client.workflow.start(DEEP_RESEARCH, options);
  }
}

function startOptions(run: RunToStart): WorkflowStartOptions {
  const { taskQueue, tenant, researchId, requestHash, request, resumption } = run;
  return {
    workflowId: researchId,
    taskQueue,
    args: resumption === undefined ? [request] : [request, resumption],
    workflowIdReusePolicy: resumption === undefined ? 'REJECT_DUPLICATE' : 'ALLOW_DUPLICATE_FAILED_ONLY',
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
    ...priorityOf(request.userId, tenant),
    memo: {
      requestHash,
      question: request.question.slice(0, MAX_MEMO_QUESTION_LENGTH),
      ...(request.userId !== undefined && { userId: request.userId }),
    },
    staticSummary: cutToBytes(request.question.replaceAll(/\s+/g, ' '), MAX_SUMMARY_BYTES),
    staticDetails: renderDetails(request),
  };
}

/** Whether the id already belongs to this request. @throws {UsageError} when another one has it */
async function isSameRun(client: Client, researchId: string, requestHash: string): Promise<boolean> {
  let description: WorkflowExecutionDescription;
  try {
    description = await client.workflow.getHandle(researchId).describe();
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
  if (memoText(description, 'requestHash') === requestHash) return true;
  throw conflictingRequest(researchId);
}

/** The error for an id that belongs to another question, folder or settings. */
export function conflictingRequest(researchId: string): UsageError {
  return new ConflictError(
    `the id "${researchId}" belongs to a run with another question, folder or settings`,
    `Choose another --id, or follow that run: ${commands.resume(researchId)}`,
  );
}

function renderDetails({ question, corpusDirectories, fileSelections = [], web, settings }: ResearchRequest): string {
  const quoted = question.split('\n').map((line) => `> ${line}`);
  return [
    ...quoted,
    '',
    ...corpusDirectories.map((directory) => `Corpus: \`${directory}\``),
    ...fileSelections.map((selection) => `Files: \`${describeSelection(selection)}\``),
    ...(web === null ? [] : [`Web: ${web.providers.join(', ')}`]),
    '',
    '```json',
    JSON.stringify(settings, null, 2),
    '```',
  ].join('\n');
}

function cutToBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.byteLength <= maxBytes) return text;
  // A character cut in two decodes to a replacement character, which is removed.
  return `${bytes
    .subarray(0, maxBytes - 3)
    .toString()
    .replace(/(?<!\ufffd)\ufffd+$/u, '')}…`;
}
