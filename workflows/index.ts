import { FailureType } from '@plumbline/contracts/common/failure-types';
import { ApplicationFailure, workflowInfo } from '@temporalio/workflow';
import { DEEP_RESEARCH } from './deep-research/messages.ts';

export { answerQuery } from './answer-query/answer-query.ts';
export { briefing } from './briefing/briefing.ts';
export { scheduledBriefing } from './briefing/scheduled-briefing.ts';
export { conversation } from './conversation/conversation.ts';
export { deepResearch } from './deep-research/deep-research.ts';
export { unknownWorkflow as default };
// Types are looked up among these exports, which inherit functions of these names.
export {
  unknownWorkflow as __defineGetter__,
  unknownWorkflow as __defineSetter__,
  unknownWorkflow as __lookupGetter__,
  unknownWorkflow as __lookupSetter__,
  unknownWorkflow as constructor,
  unknownWorkflow as hasOwnProperty,
  unknownWorkflow as isPrototypeOf,
  unknownWorkflow as propertyIsEnumerable,
  unknownWorkflow as toLocaleString,
  unknownWorkflow as toString,
  unknownWorkflow as valueOf,
};

/** Ends runs of workflow types that do not exist; without it they would retry their first task for ever. */
async function unknownWorkflow(): Promise<never> {
  throw ApplicationFailure.nonRetryable(
    `There is no workflow type "${workflowInfo().workflowType}". Start "${DEEP_RESEARCH}".`,
    FailureType.UnknownWorkflowType,
  );
}
