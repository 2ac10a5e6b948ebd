import type { ExportFormat } from '../../../workflows/contracts/export-format.ts';
import type { ResearchPlan } from '../../../workflows/contracts/research-plan.ts';
import type { ResearchLimits } from '../../../workflows/contracts/research-request.ts';
import type { Steer } from '../../../workflows/contracts/steering.ts';
import type { ApiRequests } from './api-requests.ts';
import { runPath } from './reading-client.ts';
import type { Taken } from './run-types.ts';

/** A file that the server made. */
export interface MadeFile {
  readonly name: string;
  readonly content: Blob;
}

/** A run under way, and messages to it. */
export interface LiveClient {
  /** The stream of its events. @param after id of the last event that arrived; empty: none */
  openEvents(researchId: string, after: string, signal: AbortSignal): Promise<Response>;
  answerQuestion(researchId: string, answer: { readonly questionId: string; readonly text: string }): Promise<Taken>;
  skipQuestions(researchId: string): Promise<Taken>;
  /** @param plan null: as it stands */
  approvePlan(researchId: string, plan: ResearchPlan | null): Promise<Taken>;
  steerRun(researchId: string, change: Steer): Promise<Taken>;
  extendRun(researchId: string, limits: Partial<ResearchLimits>): Promise<Taken>;
  retryRun(researchId: string): Promise<Taken>;
  finishRun(researchId: string): Promise<Taken>;
  cancelRun(researchId: string): Promise<Taken>;
  exportReport(researchId: string, format: ExportFormat): Promise<MadeFile>;
  /** The report with all that it rests on. */
  auditBundle(researchId: string): Promise<MadeFile>;
}

export function createLiveClient(requests: ApiRequests): LiveClient {
  const message = (researchId: string, name: string, body?: object) =>
    requests.post<Taken>(`${runPath(researchId)}/${name}`, body);
  return {
    openEvents: (researchId, after, signal) =>
      requests.send(`${runPath(researchId)}/events`, {
        signal,
        headers: after === '' ? {} : { 'last-event-id': after },
      }),
    answerQuestion: (researchId, answer) => message(researchId, 'answer', answer),
    skipQuestions: (researchId) => message(researchId, 'skip'),
    approvePlan: (researchId, plan) => message(researchId, 'approve', plan === null ? {} : { plan }),
    steerRun: (researchId, change) => message(researchId, 'steer', { changes: [change] }),
    extendRun: (researchId, limits) => message(researchId, 'extend', { limits }),
    retryRun: (researchId) => message(researchId, 'retry'),
    finishRun: (researchId) => message(researchId, 'finish'),
    cancelRun: (researchId) => message(researchId, 'cancel'),
    exportReport: async (researchId, format) =>
      madeFile(await requests.send(`${runPath(researchId)}/exports/${format}`)),
    auditBundle: async (researchId) => madeFile(await requests.send(`${runPath(researchId)}/bundle`)),
  };
}

async function madeFile(response: Response): Promise<MadeFile> {
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name: name === undefined ? 'report' : decodeURIComponent(name), content: await response.blob() };
}
