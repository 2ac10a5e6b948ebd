import { ApplicationFailure, workflowInfo } from '@temporalio/workflow';
import { FailureType } from './contracts/failure-types.ts';
import { DEEP_RESEARCH } from './deep-research/messages.ts';

/** Runs for every workflow type that does not exist: without it such a run would retry its first task for ever. */
export async function unknownWorkflow(): Promise<never> {
  throw ApplicationFailure.nonRetryable(
    `There is no workflow type "${workflowInfo().workflowType}". Start "${DEEP_RESEARCH}".`,
    FailureType.UnknownWorkflowType,
  );
}
