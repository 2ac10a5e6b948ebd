import type { ApiRequests } from './api-requests.ts';
import type { ClaimTrace, ReportReading, SourceText } from './api-types.ts';

/** A part of a stored text. */
interface TextPart {
  readonly sourceId: string;
  readonly hash: string;
  readonly start: number;
  readonly end: number;
}

/** Reports and their sources. */
export interface ReadingClient {
  readReport(researchId: string): Promise<ReportReading>;
  traceClaim(researchId: string, claim: number): Promise<ClaimTrace>;
  readText(researchId: string, part: TextPart): Promise<SourceText>;
  readOriginal(researchId: string, sourceId: string): Promise<ArrayBuffer>;
}

export function createReadingClient(requests: ApiRequests): ReadingClient {
  return {
    readReport: (researchId) => requests.get(`${runPath(researchId)}/reading`),
    traceClaim: (researchId, claim) => requests.get(`${runPath(researchId)}/claims/${claim}/trace`),
    readText: (researchId, { sourceId, hash, start, end }) =>
      requests.get(
        `${sourcePath(researchId, sourceId)}/text?${new URLSearchParams({ hash, start: `${start}`, end: `${end}` })}`,
      ),
    readOriginal: async (researchId, sourceId) =>
      (await requests.send(`${sourcePath(researchId, sourceId)}/original`)).arrayBuffer(),
  };
}

export function runPath(researchId: string): string {
  return `/api/runs/${encodeURIComponent(researchId)}`;
}

function sourcePath(researchId: string, sourceId: string): string {
  return `${runPath(researchId)}/sources/${encodeURIComponent(sourceId)}`;
}
