import type { ClaimTrace, ListedRun, ReportReading, SourceText } from './api-types.ts';

/** A request that the server refused, in its own words. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  /** What to do about it; may be empty. */
  readonly remedy: string;

  constructor(status: number, detail: string, remedy: string) {
    super(detail);
    this.status = status;
    this.remedy = remedy;
  }
}

/** A part of a stored text. */
interface TextPart {
  readonly sourceId: string;
  readonly hash: string;
  readonly start: number;
  readonly end: number;
}

/** The documented routes that the page uses; any other client may use the same. */
export interface ApiClient {
  listRuns(): Promise<readonly ListedRun[]>;
  readReport(researchId: string): Promise<ReportReading>;
  traceClaim(researchId: string, claim: number): Promise<ClaimTrace>;
  readText(researchId: string, part: TextPart): Promise<SourceText>;
  readOriginal(researchId: string, sourceId: string): Promise<ArrayBuffer>;
}

/** @param token of the server; null on this machine, where none is needed */
export function createApiClient(token: () => string | null): ApiClient {
  const send = async (path: string): Promise<Response> => {
    const given = token();
    const headers: Record<string, string> = given === null ? {} : { authorization: `Bearer ${given}` };
    const response = await fetch(path, { headers });
    if (!response.ok) throw await failureOf(response);
    return response;
  };
  // The server's document describes what comes; both are of one version, because they come from one server.
  const readJson = async <Value>(path: string): Promise<Value> => JSON.parse(await (await send(path)).text());
  return {
    listRuns: async () => (await readJson<{ readonly runs: readonly ListedRun[] }>('/api/runs')).runs,
    readReport: (researchId) => readJson(`${runPath(researchId)}/reading`),
    traceClaim: (researchId, claim) => readJson(`${runPath(researchId)}/claims/${claim}/trace`),
    readText: (researchId, { sourceId, hash, start, end }) =>
      readJson(
        `${sourcePath(researchId, sourceId)}/text?${new URLSearchParams({ hash, start: `${start}`, end: `${end}` })}`,
      ),
    readOriginal: async (researchId, sourceId) =>
      (await send(`${sourcePath(researchId, sourceId)}/original`)).arrayBuffer(),
  };
}

function runPath(researchId: string): string {
  return `/api/runs/${encodeURIComponent(researchId)}`;
}

function sourcePath(researchId: string, sourceId: string): string {
  return `${runPath(researchId)}/sources/${encodeURIComponent(sourceId)}`;
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const problem = readProblem(await response.text());
  const detail = typeof problem.detail === 'string' ? problem.detail : response.statusText;
  return new ApiFailure(response.status, detail, typeof problem.remedy === 'string' ? problem.remedy : '');
}

function readProblem(text: string): { readonly detail?: unknown; readonly remedy?: unknown } {
  try {
    return JSON.parse(text);
  } catch {
    // What stands between the page and the server may answer with something else.
    return {};
  }
}
