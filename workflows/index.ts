export { deepResearch } from './deep-research/deep-research.ts';
export { unknownWorkflow as default } from './unknown-workflow.ts';
