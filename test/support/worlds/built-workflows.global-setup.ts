import { loadBuiltWorkflows } from './built-workflows.ts';

/** Before the test files of a run start side by side: each would build it. */
export default async function buildWorkflowsOnce(): Promise<void> {
  await loadBuiltWorkflows();
}
