import { Writer } from 'protobufjs';

/** A workflow task that a worker has taken. */
export interface TakenWorkflowTask {
  readonly namespaceId: string;
  readonly workflowId: string;
  readonly runId: string;
  readonly scheduledEventId: number;
  readonly startedEventId: number;
}

/** Field numbers of `temporal.server.api.token.v1.Task`, shifted by the three bits that name the type of the wire. */
const NAMESPACE_ID = (1 << 3) | 2;
const WORKFLOW_ID = (2 << 3) | 2;
const RUN_ID = (3 << 3) | 2;
const SCHEDULED_EVENT_ID = 4 << 3;
const ATTEMPT = 5 << 3;
const STARTED_EVENT_ID = 10 << 3;

/**
 * The token by which the server knows the first attempt of a workflow task. The server gives it to the worker alone, whose
 * death took it along, but everything in it can be read from the run. A server that knows another form refuses it.
 */
export function tokenOfWorkflowTask(task: TakenWorkflowTask): Uint8Array {
  return Writer.create()
    .uint32(NAMESPACE_ID)
    .string(task.namespaceId)
    .uint32(WORKFLOW_ID)
    .string(task.workflowId)
    .uint32(RUN_ID)
    .string(task.runId)
    .uint32(SCHEDULED_EVENT_ID)
    .int64(task.scheduledEventId)
    .uint32(ATTEMPT)
    .int32(1)
    .uint32(STARTED_EVENT_ID)
    .int64(task.startedEventId)
    .finish();
}
