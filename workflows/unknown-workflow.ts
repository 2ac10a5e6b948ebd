import { FailureType } from '@plumbline/contracts/common/failure-types';
import { ApplicationFailure, workflowInfo } from '@temporalio/workflow';
import { DEEP_RESEARCH } from './deep-research/messages.ts';

/** Ends runs of workflow types that do not exist; without it they would retry their first task for ever. */
export async function unknownWorkflow(): Promise<never> {
  throw ApplicationFailure.nonRetryable(
    `There is no workflow type "${workflowInfo().workflowType}". Start "${DEEP_RESEARCH}".`,
    FailureType.UnknownWorkflowType,
  );
}
