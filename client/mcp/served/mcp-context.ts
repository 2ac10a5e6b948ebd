import type { ReportContext } from '../../runs/find-report.ts';
import type { ApiContext, ApiSettings } from '../../service/api-context.ts';
import { CALL_PATIENCE_MS, createFolderIndexing, type FolderIndexing } from '../../service/folder-indexing.ts';
import { addedFolders } from '../../service/offered-folders.ts';
import { type ServedSources, sourcesWith } from '../../service/served-sources.ts';
import { reportContext } from '../../service/stored-report.ts';

/** What the tools and resources of MCP are made of: the parts of the HTTP API. */
export interface McpContext {
  /** Temporal, reached at the first call that needs it. @throws {EnvironmentError} */
  access(signal: AbortSignal): Promise<ApiContext['access']>;
  readonly tools: Omit<ApiContext['tools'], 'readAnswerEvents'>;
  readonly indexing: FolderIndexing;
  /** Rounds of questions whose form a person has closed: they are not asked again while the server runs. */
  readonly declinedForms: Set<string>;
  readonly settings: McpSettings;
  /** Before each call: the sources of the settings are then what is uploaded now. */
  readonly refresh: () => Promise<void>;
  /** Unexpected errors; the client gets only the number of the report. */
  readonly report: (error: unknown, reportId: string) => void;
}

/** What a report is found with; Temporal is reached only where the store has none. */
export function reportContextOf(context: McpContext): ReportContext<McpContext['tools']> {
  return reportContext(context.tools, () => context.access(context.settings.closing));
}

/** The sources of a server with what was added for its user, as they were last looked at. */
export function followSources(
  served: ServedSources,
  added: () => Promise<Parameters<typeof sourcesWith>[1]>,
): { readonly current: () => ServedSources; readonly refresh: () => Promise<void> } {
  let current = served;
  return {
    current: () => current,
    refresh: async () => void (current = sourcesWith(served, await added())),
  };
}

export interface McpSettings extends Pick<ApiSettings, 'sources' | 'conversation' | 'closing'> {
  /** The user of memory and sessions; null: every call names one. */
  readonly user: string | null;
  /** The user whose runs are visible; null: all runs are. */
  readonly viewer: string | null;
  readonly pace: McpPace;
}

export interface McpPace {
  /** How often a run is looked at while a call waits for it. */
  readonly lookMs: number;
  /** How long a call waits before it says that it goes on elsewhere. */
  readonly patienceMs: number;
}

export const MCP_PACE: McpPace = { lookMs: 1_000, patienceMs: CALL_PATIENCE_MS };

/** MCP over the parts of a running HTTP API. @param user from the token; null: calls name their own */
export function createHttpContext({ access, tools, report, settings }: ApiContext, user: string | null): McpContext {
  const { conversation, closing } = settings;
  const { current, refresh } = followSources(settings.sources, () => addedFolders(tools, settings.sources, user));
  return {
    access: async () => access,
    tools,
    indexing: createFolderIndexing({ tools, closing }),
    declinedForms: new Set(),
    settings: {
      get sources() {
        return current();
      },
      conversation,
      closing,
      user,
      viewer: user,
      pace: MCP_PACE,
    },
    refresh,
    report,
  };
}
