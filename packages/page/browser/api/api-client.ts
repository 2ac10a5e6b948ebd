import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { Feedback } from '@plumbline/contracts/answers/conversation';
import type { BriefingReading } from '@plumbline/contracts/briefings/briefing-reading';
import type { BriefingKind } from '@plumbline/contracts/briefings/briefing-slot';
import type { ResearchPlan } from '@plumbline/contracts/evidence/research-plan';
import type { ExportFormat } from '@plumbline/contracts/report/export-format';
import type { ReportComparison } from '@plumbline/contracts/report/report-comparison';
import type { ReportReading, SourceText } from '@plumbline/contracts/report/report-reading';
import type { ForkPoint } from '@plumbline/contracts/research/fork';
import type { AddedMemory, MemoryEntry, MemoryQuery } from '@plumbline/contracts/research/memory';
import type { ResearchLimits } from '@plumbline/contracts/research/research-request';
import type { Steer } from '@plumbline/contracts/research/steering';
import { ApiFailure, type ApiRequests, createRequests, type TokenSource } from './api-requests.ts';
import type {
  Briefing,
  ChangedConfiguration,
  ClaimTrace,
  Configuration,
  DocumentAbout,
  Library,
  LibraryDocument,
  ListedBriefing,
  ListedRun,
  ListedSession,
  ListedShare,
  MadeFile,
  MadeShare,
  NoteChanges,
  Outcome,
  Overview,
  RunSetting,
  ServedEngine,
  ServedSources,
  Session,
  StoredDocument,
  Taken,
  WantedBriefing,
} from './api-types.ts';
import { type AnswerFollowing, followAnswer } from './following.ts';

/** The documented routes that the page uses; any other client may use the same. */
export type ApiClient = ReturnType<typeof createApiClient>;

export function createApiClient(source: TokenSource) {
  const requests = createRequests(source);
  return {
    ...toWork(requests),
    ...toReports(requests),
    ...toRuns(requests),
    ...toSessions(requests),
    ...toMemory(requests),
    ...toLibrary(requests),
    ...toBriefings(requests),
    ...toServer(requests),
  };
}

type WorkKind = 'run' | 'session';

/** Runs and conversations, and what they are called. */
function toWork({ get, write }: ApiRequests) {
  return {
    listRuns: async () => (await get<{ readonly runs: readonly ListedRun[] }>('/api/runs')).runs,
    listSessions: async () => (await get<{ readonly sessions: readonly ListedSession[] }>('/api/sessions')).sessions,
    changeLabel: (kind: WorkKind, id: string, changes: Partial<Pick<ListedRun, 'name' | 'isPinned'>>) =>
      write('PATCH', `/api/${kind}s/${inPath(id)}`, changes),
    /** With its report or answers, and its history. */
    deleteWork: (kind: WorkKind, id: string) => write('DELETE', `/api/${kind}s/${inPath(id)}`),
  };
}

/** Reports, their sources, and what they lead to. */
function toReports({ get, write, send }: ApiRequests) {
  const sourcePath = (researchId: string, sourceId: string) => `${runPath(researchId)}/sources/${inPath(sourceId)}`;
  return {
    readReport: (researchId: string) => get<ReportReading>(`${runPath(researchId)}/reading`),
    compareReports: (a: string, b: string) => get<ReportComparison>(`${runPath(a)}/comparison/${inPath(b)}`),
    traceClaim: (researchId: string, claim: number) => get<ClaimTrace>(`${runPath(researchId)}/claims/${claim}/trace`),
    /** A part of the stored text of a source. */
    readText: (
      researchId: string,
      { sourceId, ...part }: { sourceId: string; hash: string; start: number; end: number },
    ) => get<SourceText>(`${sourcePath(researchId, sourceId)}/text${queryOf(part)}`),
    /** @param hash of the text that the quotation is from @param figure where one begins in it: its picture instead */
    readOriginal: async (researchId: string, sourceId: string, hash: string, figure?: number) =>
      (await send(`${sourcePath(researchId, sourceId)}/original${queryOf({ hash, figure })}`)).arrayBuffer(),
    exportReport: async (researchId: string, format: ExportFormat) =>
      madeFile(await send(`${runPath(researchId)}/exports/${format}`)),
    /** The report with all its evidence. */
    auditBundle: async (researchId: string) => madeFile(await send(`${runPath(researchId)}/bundle`)),
    forkRun: (researchId: string, from: ForkPoint) =>
      write<{ readonly researchId: string }>('POST', `${runPath(researchId)}/fork`, { from }),
    shareRun: (researchId: string, days: number) => write<MadeShare>('POST', `${runPath(researchId)}/shares`, { days }),
    listShares: async (researchId: string) =>
      (await get<{ readonly shares: readonly ListedShare[] }>(`${runPath(researchId)}/shares`)).shares,
    revokeShare: (researchId: string, shareId: string) =>
      write('DELETE', `${runPath(researchId)}/shares/${inPath(shareId)}`),
    /** The report that the token of a link is for; null: it is no such token. */
    readShared: async () =>
      (await get<{ readonly share: { readonly researchId: string } | null }>('/api/shared')).share,
  };
}

async function madeFile(response: Response): Promise<MadeFile> {
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name: name === undefined ? 'report' : decodeURIComponent(name), content: await response.blob() };
}

/** How runs begin, and messages to those under way. */
function toRuns({ write, send }: ApiRequests) {
  const message = (researchId: string, name: string, body?: object) =>
    write<Taken>('POST', `${runPath(researchId)}/${name}`, body);
  return {
    /** The same id with the same request is the same run. */
    startRun: (request: object) => write<{ readonly researchId: string }>('POST', '/api/runs', request),
    /** The stream of its events. @param after id of the last event that arrived; empty: none */
    openEvents: (researchId: string, after: string, signal: AbortSignal) =>
      send(`${runPath(researchId)}/events`, { signal, headers: after === '' ? {} : { 'last-event-id': after } }),
    answerQuestion: (researchId: string, answer: { readonly questionId: string; readonly text: string }) =>
      message(researchId, 'answer', answer),
    skipQuestions: (researchId: string) => message(researchId, 'skip'),
    /** @param plan null: approve it unchanged */
    approvePlan: (researchId: string, plan: ResearchPlan | null) =>
      message(researchId, 'approve', plan === null ? {} : { plan }),
    steerRun: (researchId: string, change: Steer) => message(researchId, 'steer', { changes: [change] }),
    extendRun: (researchId: string, limits: Partial<ResearchLimits>) => message(researchId, 'extend', { limits }),
    retryRun: (researchId: string) => message(researchId, 'retry'),
    finishRun: (researchId: string) => message(researchId, 'finish'),
    cancelRun: (researchId: string) => message(researchId, 'cancel'),
  };
}

type AnswerIds = Pick<AnswerResult, 'sessionId' | 'answerId'>;

/** Conversations. */
function toSessions(requests: ApiRequests) {
  const { get, write, send } = requests;
  const sessionPath = (sessionId: string) => `/api/sessions/${inPath(sessionId)}`;
  const citationPath = ({ sessionId, answerId }: AnswerIds, number: number) =>
    `${sessionPath(sessionId)}/answers/${answerId.slice(answerId.lastIndexOf(':') + 1)}/citations/${number}`;
  return {
    /** @param after only the turns after this one */
    readSession: (sessionId: string, after = 0) =>
      get<Session>(`${sessionPath(sessionId)}${after === 0 ? '' : queryOf({ after })}`),
    /** See {@link followAnswer}. */
    followAnswer: (following: AnswerFollowing) => followAnswer(requests, following),
    sendFeedback: (feedback: Feedback) => write('POST', '/api/feedback', feedback),
    /** A part of the text that an answer cites, with the number of the citation. */
    readAnswerText: (answer: AnswerIds, { number, ...part }: { number: number; start: number; end: number }) =>
      get<SourceText>(`${citationPath(answer, number)}/text${queryOf(part)}`),
    /** The bytes of the document that this citation is from. */
    readAnswerOriginal: async (answer: AnswerIds, number: number, figure?: number) =>
      (await send(`${citationPath(answer, number)}/original${queryOf({ figure })}`)).arrayBuffer(),
    /** Ends the answer under way; the conversation goes on. */
    stopAnswer: (sessionId: string) => write('POST', `${sessionPath(sessionId)}/stop`),
  };
}

/** What was erased, and who still quotes it. */
export interface Forgotten {
  readonly forgotten: readonly string[];
  /** Ids of sessions and runs. */
  readonly heldBy: readonly string[];
}

/** What a user had remembered. */
function toMemory({ get, write }: ApiRequests) {
  const path = '/api/memory';
  const readUser = () => get<{ readonly userId: string | null; readonly oneself: string | null }>('/api/user');
  return {
    /** The user that the token names; null: it names none. */
    readUser: async () => (await readUser()).userId,
    /** The user of who asks here, where no token names one; null: the token does. */
    readOneself: async () => (await readUser()).oneself,
    listMemory: async (userId: string) =>
      (await get<{ readonly entries: readonly MemoryEntry[] }>(`${path}${queryOf({ userId })}`)).entries,
    searchMemory: (userId: string, text: string) => write<MemoryQuery>('POST', `${path}/query`, { userId, text }),
    /** @param addition `core`: always in the context */
    addMemory: (userId: string, addition: { readonly text: string; readonly core: boolean }) =>
      write<AddedMemory>('POST', path, { userId, ...addition }),
    confirmMemory: (userId: string, entryId: string) =>
      write('POST', `${path}/${inPath(entryId)}/reinforce`, { userId }),
    /** @param entryId null: everything */
    forgetMemory: (userId: string, entryId: string | null) =>
      write<Forgotten>(
        'DELETE',
        entryId === null
          ? `${path}${queryOf({ userId, all: 'true' })}`
          : `${path}/${inPath(entryId)}${queryOf({ userId })}`,
      ),
  };
}

/** What becomes of a document of the same name and other content. */
export type Conflict = 'refuse' | 'replace' | 'keep-both';
interface InLibrary {
  readonly folder: string;
  readonly path: string;
}

export type OfferedFolders = readonly { readonly name: string; readonly path: string }[];

/** Documents that can be asked, and how they come and go. */
function toLibrary({ get, write, send }: ApiRequests) {
  const pathOf = (name: string, rest = '') => `/api/library/${inPath(name)}${rest}`;
  const documentOf = (name: string, query: Record<string, string>) => pathOf(name, `/documents${queryOf(query)}`);
  return {
    readLibrary: () => get<Library>('/api/library'),
    listDocuments: (name: string, wanted: { readonly search: string; readonly limit: number }) =>
      get<{ readonly total: number; readonly documents: readonly LibraryDocument[] }>(pathOf(name, queryOf(wanted))),
    storeDocument: (name: string, path: string, file: Blob, conflict: Conflict) =>
      patiently(async (): Promise<StoredDocument> => {
        const headers = { 'content-type': 'application/octet-stream' };
        const init = { method: 'PUT', headers, body: file };
        return JSON.parse(await (await send(documentOf(name, { path, conflict }), init)).text());
      }),
    readDocumentText: ({ folder, path }: InLibrary, part: { readonly start: number; readonly end: number }) =>
      get<SourceText>(pathOf(folder, `/text${queryOf({ path, ...part })}`)),
    readDocumentOriginal: async ({ folder, path }: InLibrary, figure?: number) =>
      (await send(pathOf(folder, `/original${queryOf({ path, figure })}`))).arrayBuffer(),
    readAbout: ({ folder, path }: InLibrary) => get<DocumentAbout>(pathOf(folder, `/about${queryOf({ path })}`)),
    changeNotes: ({ folder, path }: InLibrary, changes: NoteChanges) =>
      write<Pick<LibraryDocument, 'notes'>>('PATCH', pathOf(folder, `/notes${queryOf({ path })}`), changes),
    storePage: (name: string, address: string) => write<StoredDocument>('POST', pathOf(name, '/pages'), { address }),
    readCollection: (name: string) =>
      write<{ readonly documents: number; readonly unreadable: number }>('POST', pathOf(name, '/reading')),
    removeDocument: (name: string, path: string) => write('DELETE', documentOf(name, { path })),
    removeCollection: (name: string) => write('DELETE', pathOf(name)),
    /** @param path empty: the offered folders themselves */
    listOffered: async (path: string) =>
      (await get<{ readonly folders: OfferedFolders }>(`/api/offered-folders${queryOf({ path })}`)).folders,
    /** @returns how it is named */
    chooseFolder: async (path: string) =>
      (await write<{ readonly name: string }>('POST', '/api/offered-folders', { path })).name,
  };
}

const WAIT_MS = 5_000;
const TOO_MANY_REQUESTS = 429;

/** A large folder has more files than one client may send in a minute. */
async function patiently<Value>(send: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== TOO_MANY_REQUESTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
}

/** Briefings and their outputs. */
function toBriefings({ get, write }: ApiRequests) {
  const pathOf = (name: string) => `/api/briefings/${inPath(name)}`;
  return {
    listBriefings: async () =>
      (await get<{ readonly briefings: readonly ListedBriefing[] }>('/api/briefings')).briefings,
    showBriefing: (name: string) => get<Briefing>(pathOf(name)),
    readBriefing: (name: string, outputId: string) =>
      get<BriefingReading>(`${pathOf(name)}/outputs/${inPath(outputId)}`),
    setUpBriefing: (wanted: WantedBriefing) => write<Briefing>('POST', '/api/briefings', wanted),
    /** @param cron null: it no longer runs by itself @param timezone of all schedules of the briefing */
    scheduleBriefing: (name: string, kind: BriefingKind, cron: string | null, timezone?: string) =>
      write<Briefing>('PUT', `${pathOf(name)}/schedules/${kind}`, { cron, timezone }),
  };
}

/** By the name of the variable; null is not set. */
export type DraftValues = Readonly<Record<string, string | null>>;

/** What can be asked, and what the server is set up with. */
function toServer({ get, write }: ApiRequests) {
  const path = '/api/configuration';
  return {
    readSources: () => get<ServedSources>('/api/sources'),
    readEngine: () => get<ServedEngine>('/api/engine'),
    readOverview: () => get<Overview>('/api/overview'),
    readSettings: async () => (await get<{ readonly settings: readonly RunSetting[] }>('/api/settings')).settings,
    readConfiguration: () => get<Configuration>(path),
    saveConfiguration: (values: DraftValues) => write<ChangedConfiguration>('PUT', path, { values }),
    /** With values that need not be saved. */
    tryConfiguration: (part: string, values: DraftValues) => write<Outcome>('POST', `${path}/try`, { part, values }),
  };
}

function inPath(name: string): string {
  return encodeURIComponent(name);
}

function runPath(researchId: string): string {
  return `/api/runs/${inPath(researchId)}`;
}

function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, `${value}`]))}`;
}
