import type { ReportComparison } from '../../../workflows/contracts/report-comparison.ts';
import type { ApiRequests } from './api-requests.ts';

/** What two reports have in common. */
export interface ComparisonClient {
  compareReports(a: string, b: string): Promise<ReportComparison>;
}

export function createComparisonClient(requests: ApiRequests): ComparisonClient {
  return {
    compareReports: (a, b) => requests.get(`/api/runs/${encodeURIComponent(a)}/comparison/${encodeURIComponent(b)}`),
  };
}
