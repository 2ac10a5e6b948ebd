import type { ResearchProgress } from '@plumbline/contracts/report/progress';
import { type Client, WorkflowUpdateFailedError, WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client';
import { ApplicationFailure, type SignalDefinition, type UpdateDefinition } from '@temporalio/common';
import { commands, ConflictError, EnvironmentError } from '../errors/failures.ts';
import { isNotFound } from '../errors/temporal-errors.ts';
import { describeRun, queryProgress, statusOf } from './run-observation.ts';

/** What became of a message. */
export interface Delivery {
  /** Null: it is stored with the run, but no worker has read it yet. */
  readonly accepted: boolean | null;
  /** Why the run refused it; of several messages, the reasons of those that were refused. */
  readonly refusals: readonly string[];
  /** Progress after the message; null when no worker answers. */
  readonly progress: ResearchProgress | null;
}

/** One message under its two names: the update is answered, the signal is stored even when no worker runs. */
export interface RunMessage<Arguments extends [unknown?]> {
  readonly update: UpdateDefinition<void, Arguments>;
  readonly signal: SignalDefinition<Arguments>;
}

/** A worker that is restarted meanwhile still takes the message. */
const ANSWER_DEADLINE_MS = 30_000;

/**
 * Sends a message once for each list of arguments, in their order. A run with a worker answers each by itself; without a
 * worker they are stored with the run as signals.
 *
 * @throws {UsageError} when the run is unknown or over
 * @throws {EnvironmentError} when the worker is lost before it answers
 */
export async function deliver<Arguments extends [unknown?]>(
  client: Client,
  researchId: string,
  message: RunMessage<Arguments>,
  ...contents: readonly Arguments[]
): Promise<Delivery> {
  await requireOpen(client, researchId);
  const hasWorker = (await queryProgress(client, researchId)) !== null;
  const refusals: string[] = [];
  for (const content of contents) {
    const refusal = hasWorker
      ? await update(client, researchId, message, content)
      : await store(client, researchId, message, content);
    if (refusal !== null) refusals.push(refusal);
  }
  if (!hasWorker) return { accepted: null, refusals, progress: null };
  return { accepted: refusals.length === 0, refusals, progress: await queryProgress(client, researchId) };
}

/** @returns why the run refused the message; null when it was accepted */
async function update<Arguments extends [unknown?]>(
  client: Client,
  researchId: string,
  { update: definition }: RunMessage<Arguments>,
  content: Arguments,
): Promise<string | null> {
  const run = client.workflow.getHandle(researchId);
  try {
    await client.connection.withDeadline(Date.now() + ANSWER_DEADLINE_MS, () =>
      content.length === 0
        ? run.executeUpdate(definition.name)
        : run.executeUpdate<void, [unknown]>(definition.name, { args: [content[0]] }),
    );
    return null;
  } catch (error) {
    if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure) {
      return error.cause.message;
    }
    if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) {
      const remedy = `Look at the run before you send it again: ${commands.status(researchId)}`;
      throw new EnvironmentError(`no worker has answered the message to "${researchId}"`, remedy, { cause: error });
    }
    throw ended(researchId, error);
  }
}

async function store<Arguments extends [unknown?]>(
  client: Client,
  researchId: string,
  { signal }: RunMessage<Arguments>,
  content: Arguments,
): Promise<null> {
  try {
    await client.workflow.getHandle(researchId).signal<[unknown?]>(signal.name, ...content);
    return null;
  } catch (error) {
    throw ended(researchId, error);
  }
}

/** The same error, or a better one for a run that ended before the message arrived. */
function ended(researchId: string, error: unknown): unknown {
  return isNotFound(error) ? new ConflictError(`the run "${researchId}" has just ended`, '', { cause: error }) : error;
}

/** @throws {UsageError} when the run is unknown or over */
export async function requireOpen(client: Client, researchId: string): Promise<void> {
  const status = statusOf(await describeRun(client, researchId));
  if (status === 'running') return;
  throw new ConflictError(`the run "${researchId}" is over (${status})`, `Its report: ${commands.report(researchId)}`);
}
