export { answerQuery } from './answer-query/answer-query.ts';
export { briefing } from './briefing/briefing.ts';
export { scheduledBriefing } from './briefing/scheduled-briefing.ts';
export { conversation } from './conversation/conversation.ts';
export { deepResearch } from './deep-research/deep-research.ts';
export { unknownWorkflow as default } from './unknown-workflow.ts';
