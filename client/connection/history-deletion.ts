import { setTimeout as delay } from 'node:timers/promises';
import { ANSWER_QUERY, answerIdOf, CONVERSATION, sessionOfAnswer } from '@plumbline/contracts/answers/conversation';
import type { Client, Connection, ConnectionOptions } from '@temporalio/client';
import { DEEP_RESEARCH } from '../../workflows/deep-research/messages.ts';
import { type ClientConfig, loadTemporalConnection } from '../configuration/config.ts';
import { EnvironmentError } from '../errors/failures.ts';
import { isNotFound, isUnreachable } from '../errors/temporal-errors.ts';
import { joinTemporal, type TemporalAccess } from './temporal-access.ts';

/** Deletes what Temporal keeps of runs and sessions. */
export interface Histories {
  /** Null: Temporal has no such run or session. */
  stateOf(id: string): Promise<{ readonly isRunning: boolean; readonly isSession: boolean } | null>;
  /** Deletes all histories under this id, including the answers of a session, and waits until they are deleted. */
  delete(id: string, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** `WORKFLOW_EXECUTION_STATUS_RUNNING` of Temporal's API. */
const RUNNING = 1;
/** For the deletion of events; the server may be ended right afterwards. */
const EVENTS_MS = 500;
/**
 * The server deletes in the background. A request that comes before the server has noted the end of the run waits 3 s for
 * its next attempt, while a new request is tried at once; the embedded server notes ends once a second.
 */
const FIRST_WAIT_MS = 1_000;
const TYPES: readonly string[] = [DEEP_RESEARCH, CONVERSATION, ANSWER_QUERY];

/** The JSON of a run's history, or the reason for its absence. */
export type HistoryReading = { readonly json: string } | { readonly reason: string };

export async function openHistories(config: ClientConfig, access: TemporalAccess): Promise<Histories> {
  const { Connection } = await import('@temporalio/client');
  const { connectionOptions, namespace } = config.usesExternalTemporal
    ? await loadTemporalConnection(config)
    : { connectionOptions: { address: access.address }, namespace: 'default' };
  // The profile loader types the options for the worker's connection; the client's reads the same fields.
  const connection = await Connection.connect(connectionOptions as ConnectionOptions);
  return historiesAt({ connection, namespace: namespace ?? 'default' });
}

export interface Place {
  readonly connection: Connection;
  readonly namespace: string;
}

export function historiesAt(place: Place): Histories {
  return {
    async stateOf(id) {
      const found = await describe(place, { workflowId: id });
      return found && { isRunning: found.status === RUNNING, isSession: found.type === CONVERSATION };
    },
    async delete(id, signal) {
      let waitMs = FIRST_WAIT_MS;
      let nextRequest = Date.now();
      for (;;) {
        const executions = await executionsOf(place, id);
        if (executions.length === 0 && (await describe(place, { workflowId: id })) === null) break;
        if (Date.now() >= nextRequest) {
          await requestDeletion(place, executions);
          nextRequest = Date.now() + waitMs;
          waitMs *= 2;
        }
        await delay(50, undefined, { signal });
      }
      // The events of a history go last, after everything that can be asked for.
      await delay(EVENTS_MS, undefined, { signal });
    },
    close: () => place.connection.close(),
  };
}

async function requestDeletion({ connection, namespace }: Place, executions: readonly Execution[]): Promise<void> {
  for (const workflowExecution of executions) {
    await connection.workflowService.deleteWorkflowExecution({ namespace, workflowExecution }).catch(unlessNotFound);
  }
}

interface Execution {
  readonly workflowId: string;
  readonly runId?: string;
}

/** Null if there is no workflow of this program. */
async function describe(
  { connection, namespace }: Place,
  execution: Execution,
): Promise<{ readonly status: number | null; readonly type: string } | null> {
  try {
    const { workflowExecutionInfo } = await connection.workflowService.describeWorkflowExecution({
      namespace,
      execution,
    });
    const type = workflowExecutionInfo?.type?.name ?? '';
    return TYPES.includes(type) ? { status: workflowExecutionInfo?.status ?? null, type } : null;
  } catch (error) {
    unlessNotFound(error);
    return null;
  }
}

/** An id can have several histories: each reset starts another one, and so does each continue-as-new of a session. */
async function executionsOf({ connection, namespace }: Place, id: string): Promise<Execution[]> {
  const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
  const answers = quoted(answerIdOf(id, 0).slice(0, -1));
  const types = TYPES.map(quoted).join(', ');
  const query = `(WorkflowId = ${quoted(id)} OR WorkflowId STARTS_WITH ${answers}) AND WorkflowType IN (${types})`;
  const found: Execution[] = [];
  let nextPageToken: Uint8Array | null = null;
  do {
    const page: Page = await connection.workflowService.listWorkflowExecutions({ namespace, query, nextPageToken });
    for (const { execution } of page.executions ?? []) {
      const { workflowId, runId } = execution ?? {};
      if (workflowId && runId && (workflowId === id || sessionOfAnswer(workflowId) === id))
        found.push({ workflowId, runId });
    }
    nextPageToken = page.nextPageToken?.length ? page.nextPageToken : null;
  } while (nextPageToken !== null);
  return found;
}

type Page = Awaited<ReturnType<Connection['workflowService']['listWorkflowExecutions']>>;

function unlessNotFound(error: unknown): void {
  if (!isNotFound(error)) throw error;
}

/**
 * Reads what Temporal recorded of a run, as it recorded it: encrypted payloads stay encrypted. Starts no server.
 *
 * @returns the last execution under the id
 */
export async function readHistory(config: ClientConfig, researchId: string): Promise<HistoryReading> {
  try {
    const access = await joinTemporal(config);
    if (access === null) return { reason: 'no Temporal server was running' };
    try {
      return await historyOf(access.client, researchId);
    } finally {
      await access.close();
    }
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return { reason: error.message };
  }
}

/** The same by a client that is connected. */
export async function historyOf(client: Client, researchId: string): Promise<HistoryReading> {
  const { historyToJSON } = await import('@temporalio/common/lib/proto-utils.js');
  try {
    const history = await client.workflow.getHandle(researchId).fetchHistory();
    return { json: `${historyToJSON(history)}\n` };
  } catch (error) {
    if (isNotFound(error)) return { reason: 'the Temporal server no longer had it' };
    if (isUnreachable(error)) return { reason: 'the Temporal server did not answer' };
    throw error;
  }
}
