import { sleep } from '@temporalio/workflow';

/** Rejects a promise that nothing waits for. */
export async function rejecting(): Promise<void> {
  void Promise.reject(new Error('nobody waits for this'));
  await sleep('1 minute');
}
