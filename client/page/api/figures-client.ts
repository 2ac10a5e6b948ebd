import type { ReportFigures } from '../../../workflows/contracts/report-figures.ts';
import type { ApiRequests } from './api-requests.ts';

/** What pictures of a report show. */
export interface FiguresClient {
  readFigures(researchId: string): Promise<ReportFigures>;
}

export function createFiguresClient(requests: ApiRequests): FiguresClient {
  return { readFigures: (researchId) => requests.get(`/api/runs/${encodeURIComponent(researchId)}/figures`) };
}
