import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ServerProbe } from '@plumbline/adapters/server-probes';
import type { ConversationSettings } from '@plumbline/contracts/settings/conversation-settings';
import type { CountDatabase } from '@plumbline/storage/shared-counts';
import type { MiddlewareHandler } from 'hono';
import type { Stores } from '../../workers/assembly/stores.ts';
import type { Tools } from '../../workers/assembly/tools.ts';
import type { HomeLifecycle } from '../../workers/lifecycle/home-lifecycle.ts';
import type { LifecycleTools } from '../../workers/lifecycle/lifecycle-tools.ts';
import type { BriefingSchedules } from '../briefings/briefing-schedules.ts';
import type { Histories, HistoryReading } from '../connection/history-deletion.ts';
import type { TemporalAccess } from '../connection/temporal-access.ts';
import type { RunStatus } from '../runs/run-observation.ts';
import type { TokenCheck } from './authentication.ts';
import type { Login } from './issuer-login.ts';
import type { Network } from './limits.ts';
import { addedFolders } from './offered-folders.ts';
import type { RequestEnvironment } from './problem.ts';
import { type ServedSources, sourcesWith } from './served-sources.ts';

/** What the HTTP API is made of. */
export interface ApiContext {
  readonly access: Pick<TemporalAccess, 'research' | 'conversations' | 'webUiOf'>;
  readonly tools: Omit<Tools, 'verifyRecord' | 'renderBehind' | 'searchWeb' | 'readDocument'> &
    Pick<Stores, 'runs' | 'shares' | 'labels' | 'spending' | 'readAnswerEvents' | 'openMemory'> &
    Pick<LifecycleTools, 'configuration'> & {
      readonly conversations: Pick<Stores['conversations'], 'list' | 'read' | 'readAnswer' | 'readScope'>;
      openLifecycle(): Promise<Pick<HomeLifecycle, 'eraseMemory' | 'removeRun' | 'removeSession'>>;
    };
  readonly briefings: {
    /** Absolute paths of those that the server was started with. */
    readonly folders: readonly string[];
    /** Absolute path of the folder for those that are set up on the page. */
    readonly home: string;
    /** Of a slot's run; null: Temporal does not know it. */
    readonly statusOf: (workflowId: string) => Promise<RunStatus | null>;
    readonly schedules: Pick<BriefingSchedules, 'put' | 'look' | 'remove'>;
  };
  /** For deleting what Temporal keeps of a run or session. */
  readonly openHistories: () => Promise<Histories>;
  /** What Temporal recorded of a run. */
  readonly readHistory: (researchId: string) => Promise<HistoryReading>;
  readonly metrics: ServerMetrics;
  /** Starts another worker, which reads the settings file again; false: the workers are not this machine's to start. */
  readonly renewWorker: () => Promise<boolean>;
  /** Of Temporal and the servers of the store. */
  readonly probes: readonly ServerProbe[];
  /** Tells who runs the server. */
  readonly warn: (line: string) => void;
  /** Unexpected errors; the client gets only the request's id. */
  readonly report: (error: unknown, requestId: string) => void;
  readonly settings: ApiSettings;
}

/** The same with the sources of one user: collections come and go while the server runs. */
export async function contextFor<Context extends WithSources>(context: Context, user: string | null): Promise<Context> {
  const { tools, settings } = context;
  const sources = sourcesWith(settings.sources, await addedFolders(tools, settings.sources, user));
  return { ...context, settings: { ...settings, sources } };
}

interface WithSources {
  readonly tools: Pick<Tools, 'collectionsOf' | 'chosenFolders'>;
  readonly settings: Pick<ApiSettings, 'sources'>;
}

/** What the server tells Prometheus. */
export interface ServerMetrics {
  /** Measures every request by its route, not by its address, which holds ids of runs. */
  readonly measure: MiddlewareHandler;
  /** In the text format of Prometheus. */
  text(): Promise<string>;
}

export interface ApiSettings {
  /** What was named when the server started; {@link contextFor} adds what was uploaded. */
  readonly sources: ServedSources;
  /** The model that writes; null: answers show passages. */
  readonly model: string | null;
  /** Of new sessions. */
  readonly conversation: ConversationSettings;
  /** What every request to `/api/` must carry; null: nothing, which is for loopback addresses alone. */
  readonly token: TokenCheck | null;
  /** Null: the page asks for a token. */
  readonly login: Login | null;
  /** Web pages of these origins may use the API, in addition to pages of its own address. */
  readonly allowedOrigins: readonly string[];
  readonly limits: RequestLimits;
  readonly streaming: StreamingPace;
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
}

export interface RequestLimits {
  readonly maxBodyBytes: number;
  /** Of one client address with one token. */
  readonly requestsPerMinute: number;
  /** Where the servers of one database count together; null: each by itself. */
  readonly database: CountDatabase | null;
  /** Networks of proxies that say whom they speak for. */
  readonly trustedProxies: readonly Network[];
}

export interface StreamingPace {
  /** How often the store is read for news. */
  readonly pollMs: number;
  /** How often a session is asked for news that the store may lack. */
  readonly lookMs: number;
  /** How often a run is looked at, for all who watch it. */
  readonly watchMs: number;
  /** After so much silence a comment keeps the connection alive. */
  readonly heartbeatMs: number;
}

export type Api = OpenAPIHono<RequestEnvironment>;
