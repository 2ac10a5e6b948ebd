import type { AnswerEvent, AnswerResult } from '@plumbline/contracts/answers/answer';
import { answerIdOf, type ConversationView } from '@plumbline/contracts/answers/conversation';
import type { StoredRun } from '@plumbline/contracts/report/run-view';
import { conversationSettingsSchema } from '@plumbline/contracts/settings/conversation-settings';
import { readReportFile } from '@plumbline/report/record-reading';
import type { Asked, ConversationClient } from '../../../client/conversations/conversation-client.ts';
import { isOpenTo } from '../../../client/conversations/session-id.ts';
import { UnknownSessionError } from '../../../client/errors/failures.ts';
import { createApp } from '../../../client/http/app.ts';
import { createServerMetrics } from '../../../client/http/routes/watching.ts';
import type { Api, ApiContext, ApiSettings, RequestLimits } from '../../../client/service/api-context.ts';
import { type AccessToken, checkTokens, type TokenCheck } from '../../../client/service/authentication.ts';
import { briefingTools } from '../../../workers/assembly/briefing-tools.ts';
import type { LibraryTools } from '../../../workers/assembly/library-tools.ts';
import { answerResultOf } from './answer-results.ts';
import { memoryOver } from './memory-fixtures.ts';
import { readingTools } from './report-readings.ts';
import { type ScriptedExports, scriptedReports } from './scripted-reports.ts';
import { ScriptedRuns } from './scripted-runs.ts';
import { ScriptedSchedules, storedSessions, unsavedLabels } from './scripted-stores.ts';
import { createUnsavedMemory, NO_NOTES } from './unsaved-memory.ts';

/** The HTTP API over scripted sessions and runs, which are outside services to it. */
export interface ApiWorld {
  readonly api: Api;
  /** What the API is made of. */
  readonly context: ApiContext;
  readonly sessions: ScriptedSessions;
  readonly runs: ScriptedRuns;
  /** Of all answers; appending is what a worker does. */
  readonly events: Map<string, AnswerEvent[]>;
  /** Unexpected errors and warnings that reached the log. */
  readonly reported: unknown[];
  readonly close: () => void;
}

export interface WorldChanges extends Partial<Pick<ApiContext, 'probes' | 'renewWorker' | 'openHistories'>> {
  /** A world whose process ended: this one has the same Temporal and the same store. */
  readonly after?: ApiWorld;
  readonly settings?: Partial<Omit<ApiSettings, 'limits' | 'token'>> & {
    readonly limits?: Partial<RequestLimits>;
    readonly token?: AccessToken | TokenCheck;
  };
  readonly stored?: readonly StoredRun[];
  /** Left out: the events of the world. */
  readonly readAnswerEvents?: ApiContext['tools']['readAnswerEvents'];
  readonly exports?: Partial<ScriptedExports>;
  /** Tools of a real store. */
  readonly tools?: Partial<ApiContext['tools']>;
  /** Folders of briefings. */
  readonly briefings?: Partial<ApiContext['briefings']>;
}

export function createApiWorld({
  after,
  settings = {},
  probes = [],
  renewWorker = async () => true,
  stored = [],
  readAnswerEvents,
  exports = {},
  tools = {},
  openHistories = async () => ({ stateOf: async () => null, delete: async () => {}, close: async () => {} }),
  briefings = {},
}: WorldChanges = {}): ApiWorld {
  const sessions = new ScriptedSessions(after?.sessions.views);
  const runs = after?.runs ?? new ScriptedRuns();
  const events = after?.events ?? new Map<string, AnswerEvent[]>();
  const reported: unknown[] = [];
  const closing = new AbortController();
  const context: ApiContext = {
    access: { conversations: sessions.client, research: runs.client, webUiOf: (id) => `http://127.0.0.1:8233/${id}` },
    tools: {
      runs: storeOf(stored, runs),
      ...scriptedReports(exports),
      ...readingTools(),
      ...memoryTools(),
      ...mcpTools,
      readAnswerEvents: readAnswerEvents ?? (async (answerId, after) => numbered(events.get(answerId)).slice(after)),
      conversations: storedSessions(),
      labels: unsavedLabels(),
      spending: { usedBy: async () => [], countRun: async () => null, uncountRun: async () => {} },
      ...tools,
    },
    briefings: {
      folders: [],
      home: '/nowhere/briefings',
      statusOf: async () => null,
      schedules: new ScriptedSchedules(),
      ...briefings,
    },
    metrics: createServerMetrics(),
    probes,
    renewWorker,
    openHistories,
    readHistory: async () => ({ json: '{"events":[]}\n' }),
    warn: (line) => void reported.push(line),
    report: (error) => void reported.push(error),
    settings: settingsWith(settingsOf(closing.signal), settings),
  };
  return { api: createApp(context), context, sessions, runs, events, reported, close: () => closing.abort() };
}

function settingsWith(
  usual: ApiSettings,
  { limits, token, ...others }: NonNullable<WorldChanges['settings']>,
): ApiSettings {
  const check = token === undefined || typeof token === 'function' ? token : checkTokens(() => token);
  return { ...usual, ...others, limits: { ...usual.limits, ...limits }, token: check ?? null };
}

async function refuse(): Promise<never> {
  throw new Error('no route does this');
}

const SHARE = { shareId: '3f9a21c0', createdAt: '2026-01-02T03:04:05.000Z', expiresAt: '2026-01-09T03:04:05.000Z' };

const mcpTools = {
  openCorpus: refuse,
  indexFolders: refuse,
  countDocuments: async () => ({ documents: 3, unreadable: 1 }),
  sampleHeadings: async () => [],
  listDocuments: async () => [],
  collectionsOf: async () => [],
  chosenFolders: { list: async () => [], add: refuse, remove: refuse },
  ...NO_NOTES,
  openLibrary: async () => scriptedLibrary,
  detectLanguage: refuse,
  verifyReport: refuse,
  readStoredText: async () => 'The harbour lamp burns for nine hours.',
  openBriefings: async () => briefingTools,
  configuration: {
    view: () => ({ variables: [], secrets: [] }),
    save: async () => false,
    findModels: async () => [],
    reachesModel: async () => true,
    examine: async (name: string) => ({
      name,
      ok: true,
      detail: 'it answers',
      repair: null,
      commands: [],
      outcome: 'answers' as const,
    }),
  },
  shares: {
    create: async (researchId: string) => ({ ...SHARE, researchId, token: 'share.x' }),
    list: async () => [],
    revoke: async (_researchId: string, shareId: string) => shareId === SHARE.shareId,
    find: async () => null,
  },
};

const stored = { collection: 'Uploads', path: 'lamp.md', bytes: 4, outcome: 'added' } as const;
const scriptedLibrary: LibraryTools = {
  limits: { maxDocumentBytes: 100, maxArchiveBytes: 1_000, maxBytes: 10_000 },
  spaceOf: async () => ({ usedBytes: 0, files: 0 }),
  store: async () => stored,
  storePage: async () => stored,
  remove: async () => {},
  removeCollection: async () => {},
};

/** Erasing removes what there is to remove here: the rows. */
function memoryTools(): Pick<ApiContext['tools'], 'openMemory' | 'openLifecycle'> {
  const store = createUnsavedMemory();
  const memory = memoryOver(store);
  return {
    openMemory: async () => memory,
    openLifecycle: async () => ({
      removeRun: async () => ({ parts: [], textsKept: 0 }),
      removeSession: async () => ({ parts: [], textsKept: 0 }),
      eraseMemory: async ({ userId, entryIds }) => ({ entries: await store.remove(userId, entryIds), heldBy: [] }),
    }),
  };
}

function numbered(events: readonly AnswerEvent[] = []) {
  return events.map((event, index) => ({ sequence: index + 1, event }));
}

function settingsOf(closing: AbortSignal): ApiSettings {
  return {
    sources: {
      documents: new Map([
        ['docs', '/srv/docs'],
        ['minutes', '/srv/minutes'],
      ]),
      catalogues: new Map([['shop', '/srv/shop']]),
      web: null,
    },
    model: null,
    conversation: conversationSettingsSchema.parse({}),
    token: null,
    login: null,
    allowedOrigins: [],
    limits: { maxBodyBytes: 1_000_000, requestsPerMinute: 1_000, database: null, trustedProxies: [] },
    streaming: { pollMs: 1, lookMs: 1, watchMs: 1, heartbeatMs: 60_000 },
    closing,
  };
}

type Answering = (asked: Asked) => Promise<AnswerResult>;

/** Sessions as their views; what a message gets is scripted. */
export class ScriptedSessions {
  readonly asked: Asked[] = [];
  readonly sent: unknown[] = [];
  readonly views: Map<string, ConversationView>;
  answer: Answering = async ({ sessionId = '', ask }) =>
    answerResultOf({ answerId: `${sessionId}:1`, sessionId, message: ask.message });

  constructor(views = new Map<string, ConversationView>()) {
    this.views = views;
  }

  readonly client: ConversationClient = {
    ask: async (asked) => {
      this.asked.push(asked);
      asked.onSession?.('');
      return this.answer(asked);
    },
    view: async (sessionId, userId) => {
      const view = this.views.get(sessionId);
      if (view === undefined || !isOpenTo(userId, view.userId)) throw new UnknownSessionError(sessionId);
      return view;
    },
    observe: async () => null,
    progress: async () => null,
    feedback: async (feedback) => void this.sent.push(feedback),
    extend: async (sessionId, limits) => void this.sent.push({ sessionId, limits }),
    retry: async (sessionId) => void this.sent.push({ sessionId }),
    stop: async (sessionId) => void this.sent.push({ stopped: sessionId }),
    cancel: async (sessionId) => void this.sent.push({ sessionId }),
    list: async (wanted) =>
      [...this.views.values()]
        .filter(({ userId }) => wanted === undefined || isOpenTo(wanted, userId))
        .map(({ sessionId, userId, thread }) => ({
          sessionId,
          title: thread[0]?.message ?? 'How long does the lamp burn?',
          userId,
          status: 'running',
          startedAt: '2026-01-02T03:04:05.000Z',
        })),
  };

  /** A session in which nothing was said yet. */
  open(sessionId: string, changes: Partial<ConversationView> = {}): void {
    this.views.set(sessionId, {
      sessionId,
      userId: null,
      turns: 0,
      thread: [],
      answers: [],
      leftOut: [],
      filters: {},
      pending: [],
      answering: null,
      usage: { searches: 0, pages: 0, modelCalls: 0, modelTokens: 0, money: 0 },
      limits: { modelCalls: 2_000, modelTokens: 10_000_000, money: null },
      ...changes,
    });
  }

  /** Opens the session of a message, as if a worker answered it as the first one. */
  take({ sessionId = '', ask: { messageId, message } }: Asked): string {
    const answerId = answerIdOf(sessionId, 1);
    this.open(sessionId, { pending: [{ answerId, messageId, message }], answering: answerId });
    return answerId;
  }
}

function storeOf(stored: readonly StoredRun[], runs: ScriptedRuns): ApiContext['tools']['runs'] {
  return {
    recordStart: async ({ researchId }) => void runs.recorded.push(researchId),
    isEmpty: async () => stored.length === 0,
    list: async () => [...stored],
    read: async (researchId) => stored.find((run) => run.researchId === researchId) ?? null,
    saveProgress: refuse,
    saveSettled: refuse,
    readSettled: async () => null,
    saveReport: refuse,
    readReport: async (researchId) => {
      const run = stored.find((other) => other.researchId === researchId);
      return run?.recordPath ? readReportFile(run.recordPath) : null;
    },
    bodiesOf: refuse,
    noteEvidence: refuse,
    saveDecisions: refuse,
    readDecisions: refuse,
    folderOf: (researchId) => `/nowhere/${researchId}`,
    remove: refuse,
  };
}

/** A POST request with a JSON body. */
export function jsonRequest(body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
