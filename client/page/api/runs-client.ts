import type { ApiRequests } from './api-requests.ts';
import type { ListedRun } from './api-types.ts';

/** Runs, and messages to them. */
export interface RunsClient {
  listRuns(): Promise<readonly ListedRun[]>;
}

export function createRunsClient(requests: ApiRequests): RunsClient {
  return {
    listRuns: async () => (await requests.get<{ readonly runs: readonly ListedRun[] }>('/api/runs')).runs,
  };
}
