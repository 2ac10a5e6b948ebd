import type { ApiRequests } from './api-requests.ts';

/** Names that a server has for its sources. */
export interface ServedSources {
  readonly documents: readonly string[];
  readonly catalogues: readonly string[];
  /** Search providers; empty: the web is not searched. */
  readonly web: readonly string[];
}

/** A setting of `GET /api/settings`, as far as the page shows it. */
export interface RunSetting {
  readonly path: readonly string[];
  readonly description: string;
  readonly unit: string | null;
  readonly presets: Readonly<Record<'quick' | 'standard' | 'deep', unknown>>;
}

/** What can be asked, and how a run begins. */
export interface AskClient {
  readSources(): Promise<ServedSources>;
  readSettings(): Promise<readonly RunSetting[]>;
  /** The same id with the same request is the same run. */
  startRun(request: object): Promise<{ readonly researchId: string }>;
}

export function createAskClient(requests: ApiRequests): AskClient {
  return {
    readSources: () => requests.get('/api/sources'),
    readSettings: async () =>
      (await requests.get<{ readonly settings: readonly RunSetting[] }>('/api/settings')).settings,
    startRun: (request) => requests.post('/api/runs', request),
  };
}
