import type { ResearchPlan } from '../../../workflows/contracts/evidence/research-plan.ts';
import type { ExportFormat } from '../../../workflows/contracts/report/export-format.ts';
import type { ReportComparison } from '../../../workflows/contracts/report/report-comparison.ts';
import type { ReportFigures } from '../../../workflows/contracts/report/report-figures.ts';
import type { AddedMemory, MemoryEntry, MemoryQuery } from '../../../workflows/contracts/research/memory.ts';
import type { ResearchLimits } from '../../../workflows/contracts/research/research-request.ts';
import type { Steer } from '../../../workflows/contracts/research/steering.ts';
import { type ApiRequests, createRequests, runPath, type TokenSource } from './api-requests.ts';
import type { ClaimTrace, ListedRun, ReportReading, SourceText } from './api-types.ts';
import { type BriefingsClient, createBriefingsClient } from './briefings-client.ts';
import { type ConfigurationClient, createConfigurationClient } from './configuration-client.ts';
import { createLibraryClient, type LibraryClient } from './library-client.ts';
import type { Taken } from './run-types.ts';
import { createSessionsClient, type SessionsClient } from './sessions-client.ts';
import { createSharingClient, type SharingClient } from './sharing-client.ts';

const PATH = '/api/memory';

/** The documented routes that the page uses; any other client may use the same. */
export interface ApiClient
  extends
    ReadingClient,
    RunsClient,
    AskClient,
    SessionsClient,
    LiveClient,
    SharingClient,
    FiguresClient,
    ComparisonClient,
    MemoryClient,
    LibraryClient,
    BriefingsClient,
    ConfigurationClient {}

export function createApiClient(source: TokenSource): ApiClient {
  const requests = createRequests(source);
  return {
    ...createReadingClient(requests),
    ...createRunsClient(requests),
    ...createLiveClient(requests),
    ...createSharingClient(requests),
    ...createFiguresClient(requests),
    ...createComparisonClient(requests),
    ...createMemoryClient(requests),
    ...createBriefingsClient(requests),
    ...createLibraryClient(requests),
    ...createAskClient(requests),
    ...createSessionsClient(requests),
    ...createConfigurationClient(requests),
  };
}

/** What pictures of a report show. */
interface FiguresClient {
  readFigures(researchId: string): Promise<ReportFigures>;
}

function createFiguresClient(requests: ApiRequests): FiguresClient {
  return { readFigures: (researchId) => requests.get(`/api/runs/${encodeURIComponent(researchId)}/figures`) };
}

/** What two reports have in common. */
interface ComparisonClient {
  compareReports(a: string, b: string): Promise<ReportComparison>;
}

function createComparisonClient(requests: ApiRequests): ComparisonClient {
  return {
    compareReports: (a, b) => requests.get(`/api/runs/${encodeURIComponent(a)}/comparison/${encodeURIComponent(b)}`),
  };
}

type WorkKind = 'run' | 'session';

/** Runs and conversations, and what they are called. */
interface RunsClient {
  listRuns(): Promise<readonly ListedRun[]>;
  changeLabel(kind: WorkKind, id: string, changes: Partial<Pick<ListedRun, 'name' | 'isPinned'>>): Promise<void>;
  /** With its report or answers, and its history. */
  deleteWork(kind: WorkKind, id: string): Promise<void>;
}

function createRunsClient(requests: ApiRequests): RunsClient {
  const pathOf = (kind: WorkKind, id: string): string => `/api/${kind}s/${encodeURIComponent(id)}`;
  return {
    listRuns: async () => (await requests.get<{ readonly runs: readonly ListedRun[] }>('/api/runs')).runs,
    changeLabel: async (kind, id, changes) =>
      void (await requests.send(pathOf(kind, id), {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(changes),
      })),
    deleteWork: async (kind, id) => void (await requests.send(pathOf(kind, id), { method: 'DELETE' })),
  };
}

/** A file that the server made. */
export interface MadeFile {
  readonly name: string;
  readonly content: Blob;
}

/** A run under way, and messages to it. */
interface LiveClient {
  /** The stream of its events. @param after id of the last event that arrived; empty: none */
  openEvents(researchId: string, after: string, signal: AbortSignal): Promise<Response>;
  answerQuestion(researchId: string, answer: { readonly questionId: string; readonly text: string }): Promise<Taken>;
  skipQuestions(researchId: string): Promise<Taken>;
  /** @param plan null: approve it unchanged */
  approvePlan(researchId: string, plan: ResearchPlan | null): Promise<Taken>;
  steerRun(researchId: string, change: Steer): Promise<Taken>;
  extendRun(researchId: string, limits: Partial<ResearchLimits>): Promise<Taken>;
  retryRun(researchId: string): Promise<Taken>;
  finishRun(researchId: string): Promise<Taken>;
  cancelRun(researchId: string): Promise<Taken>;
  exportReport(researchId: string, format: ExportFormat): Promise<MadeFile>;
  /** The report with all its evidence. */
  auditBundle(researchId: string): Promise<MadeFile>;
}

function createLiveClient(requests: ApiRequests): LiveClient {
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

/** A part of a stored text. */
interface TextPart {
  readonly sourceId: string;
  readonly hash: string;
  readonly start: number;
  readonly end: number;
}

/** Reports and their sources. */
interface ReadingClient {
  readReport(researchId: string): Promise<ReportReading>;
  traceClaim(researchId: string, claim: number): Promise<ClaimTrace>;
  readText(researchId: string, part: TextPart): Promise<SourceText>;
  /** @param hash of the text that the quotation is from */
  readOriginal(researchId: string, sourceId: string, hash: string): Promise<ArrayBuffer>;
}

function createReadingClient(requests: ApiRequests): ReadingClient {
  return {
    readReport: (researchId) => requests.get(`${runPath(researchId)}/reading`),
    traceClaim: (researchId, claim) => requests.get(`${runPath(researchId)}/claims/${claim}/trace`),
    readText: (researchId, { sourceId, hash, start, end }) =>
      requests.get(
        `${sourcePath(researchId, sourceId)}/text?${new URLSearchParams({ hash, start: `${start}`, end: `${end}` })}`,
      ),
    readOriginal: async (researchId, sourceId, hash) =>
      (await requests.send(`${sourcePath(researchId, sourceId)}/original?hash=${hash}`)).arrayBuffer(),
  };
}

function sourcePath(researchId: string, sourceId: string): string {
  return `${runPath(researchId)}/sources/${encodeURIComponent(sourceId)}`;
}

/** Names that a server has for its sources. */
export interface ServedSources {
  readonly documents: readonly string[];
  readonly catalogues: readonly string[];
  /** Search providers; empty: the web is not searched. */
  readonly web: readonly string[];
}

/** What answers come from. */
export interface Overview {
  /** Null: none; answers show passages. */
  readonly model: string | null;
  readonly folders: readonly {
    readonly name: string;
    /** Null: the folder cannot be listed. */
    readonly documents: number | null;
    readonly unreadable: number;
  }[];
  /** Examples, from headings of the documents. */
  readonly questions: readonly string[];
}

/** A setting of `GET /api/settings`, as far as the page shows it. */
export interface RunSetting {
  readonly path: readonly string[];
  readonly description: string;
  readonly unit: string | null;
  readonly presets: Readonly<Record<'quick' | 'standard' | 'deep', unknown>>;
}

/** What can be asked, and how a run begins. */
interface AskClient {
  readSources(): Promise<ServedSources>;
  readOverview(): Promise<Overview>;
  readSettings(): Promise<readonly RunSetting[]>;
  /** The same id with the same request is the same run. */
  startRun(request: object): Promise<{ readonly researchId: string }>;
}

function createAskClient(requests: ApiRequests): AskClient {
  return {
    readSources: () => requests.get('/api/sources'),
    readOverview: () => requests.get('/api/overview'),
    readSettings: async () =>
      (await requests.get<{ readonly settings: readonly RunSetting[] }>('/api/settings')).settings,
    startRun: (request) => requests.post('/api/runs', request),
  };
}

/** What was erased, and who still quotes it. */
export interface Forgotten {
  readonly forgotten: readonly string[];
  /** Ids of sessions and runs. */
  readonly heldBy: readonly string[];
}

interface MemoryToAdd {
  readonly text: string;
  /** Always in the context. */
  readonly core: boolean;
}

/** What a user had remembered. */
interface MemoryClient {
  /** The user that the token names; null: it names none. */
  readUser(): Promise<string | null>;
  /** The user of who asks here, where no token names one; null: the token does. */
  readOneself(): Promise<string | null>;
  listMemory(userId: string): Promise<readonly MemoryEntry[]>;
  searchMemory(userId: string, text: string): Promise<MemoryQuery>;
  addMemory(userId: string, addition: MemoryToAdd): Promise<AddedMemory>;
  confirmMemory(userId: string, entryId: string): Promise<void>;
  /** @param entryId null: everything */
  forgetMemory(userId: string, entryId: string | null): Promise<Forgotten>;
}

function createMemoryClient(requests: ApiRequests): MemoryClient {
  const readUser = () => requests.get<{ readonly userId: string | null; readonly oneself: string | null }>('/api/user');
  const pathOf = (entryId: string): string => `${PATH}/${encodeURIComponent(entryId)}`;
  return {
    readUser: async () => (await readUser()).userId,
    readOneself: async () => (await readUser()).oneself,
    async listMemory(userId) {
      const { entries } = await requests.get<{ readonly entries: readonly MemoryEntry[] }>(
        `${PATH}?${new URLSearchParams({ userId })}`,
      );
      return entries;
    },
    searchMemory: (userId, text) => requests.post(`${PATH}/query`, { userId, text }),
    addMemory: (userId, addition) => requests.post(PATH, { userId, ...addition }),
    confirmMemory: async (userId, entryId) => void (await requests.post(`${pathOf(entryId)}/reinforce`, { userId })),
    async forgetMemory(userId, entryId) {
      const [path, query] = entryId === null ? [PATH, { userId, all: 'true' }] : [pathOf(entryId), { userId }];
      const response = await requests.send(`${path}?${new URLSearchParams(query)}`, { method: 'DELETE' });
      return JSON.parse(await response.text());
    },
  };
}
