export { buildWorkflowsOnce as default } from './built-workflows.ts';
