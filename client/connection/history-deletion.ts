import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, ConnectionOptions } from '@temporalio/client';
import { DEEP_RESEARCH } from '../../workflows/deep-research/messages.ts';
import { type ClientConfig, loadTemporalConnection } from '../configuration/config.ts';
import { isNotFound } from '../errors/temporal-errors.ts';
import type { TemporalAccess } from './temporal-access.ts';

/** Deletes what Temporal keeps of runs. */
export interface RunHistories {
  /** Null: Temporal has no such run. */
  stateOf(researchId: string): Promise<'running' | 'over' | null>;
  /** Deletes all histories under this id and waits until they are deleted. */
  delete(researchId: string, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** `WORKFLOW_EXECUTION_STATUS_RUNNING` of Temporal's API. */
const RUNNING = 1;

export async function openRunHistories(config: ClientConfig, access: TemporalAccess): Promise<RunHistories> {
  const { Connection } = await import('@temporalio/client');
  const { connectionOptions, namespace } = config.usesExternalTemporal
    ? await loadTemporalConnection(config)
    : { connectionOptions: { address: access.address }, namespace: 'default' };
  // The profile loader types the options for the worker's connection; the client's reads the same fields.
  const connection = await Connection.connect(connectionOptions as ConnectionOptions);
  const place = { connection, namespace: namespace ?? 'default' };
  return {
    async stateOf(researchId) {
      const status = await statusOf(place, { workflowId: researchId });
      return status === null ? null : status === RUNNING ? 'running' : 'over';
    },
    async delete(researchId, signal) {
      const executions = (await runIdsOf(place, researchId)).map((runId) => ({ workflowId: researchId, runId }));
      for (const workflowExecution of executions) {
        await connection.workflowService
          .deleteWorkflowExecution({ namespace: place.namespace, workflowExecution })
          .catch(unlessNotFound);
      }
      // The server deletes in the background.
      const isLeft = async () =>
        (await runIdsOf(place, researchId)).length > 0 || (await statusOf(place, { workflowId: researchId })) !== null;
      while (await isLeft()) await delay(50, undefined, { signal });
    },
    close: () => connection.close(),
  };
}

interface Place {
  readonly connection: Connection;
  readonly namespace: string;
}

async function statusOf({ connection, namespace }: Place, execution: { workflowId: string }): Promise<number | null> {
  try {
    const { workflowExecutionInfo } = await connection.workflowService.describeWorkflowExecution({
      namespace,
      execution,
    });
    return workflowExecutionInfo?.status ?? null;
  } catch (error) {
    unlessNotFound(error);
    return null;
  }
}

/** An id can have several histories: each reset starts another one. */
async function runIdsOf({ connection, namespace }: Place, researchId: string): Promise<string[]> {
  const query = `WorkflowId = '${researchId.replaceAll("'", "\\'")}' AND WorkflowType = '${DEEP_RESEARCH}'`;
  const { executions } = await connection.workflowService.listWorkflowExecutions({ namespace, query });
  return (executions ?? []).flatMap(({ execution }) => execution?.runId ?? []);
}

function unlessNotFound(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
