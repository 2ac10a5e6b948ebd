import { loadClientConfig } from '../../client/configuration/config.ts';
import { reachTemporal, type TemporalAccess } from '../../client/connection/temporal-access.ts';
import { openStores } from '../../workers/assembly/stores.ts';
import { loadRecordedState } from '../../workers/home/home-folder.ts';
import { signalOwn } from '../chaos/own-processes.ts';
import { findCriticalPath } from '../load/critical-path.ts';

/** Server and worker of a home of their own, with the models that the shell names. */
export interface ReportWorld {
  readonly research: TemporalAccess['research'];
  /** Paths of what a run published; null: it published nothing. */
  publishedBy(researchId: string): Promise<{ readonly report: string; readonly record: string } | null>;
  /** Requests to the model along the longest chain of the run's activities. */
  chainOf(researchId: string): Promise<number>;
  killWorker(): void;
  close(): Promise<void>;
}

/** @param home is kept, so that a second call goes on with the same runs */
export async function openReportWorld(
  home: string,
  onPhase: (line: string) => void,
  signal: AbortSignal,
): Promise<ReportWorld> {
  const environment = {
    ...withoutPlaces(loadClientConfig().environment),
    PLUMBLINE_HOME: home,
    PLUMBLINE_TEMPORAL_PORT: '0',
  };
  const access = await reachTemporal(loadClientConfig(environment), { keep: false, onPhase, signal });
  const { runs } = openStores(environment);
  return {
    research: access.research,
    async publishedBy(researchId) {
      const { reportPath = null, recordPath = null } = (await runs.read(researchId)) ?? {};
      return reportPath === null || recordPath === null ? null : { report: reportPath, record: recordPath };
    },
    async chainOf(researchId) {
      const history = await access.client.workflow.getHandle(researchId).fetchHistory();
      // One for each request makes the longest chain the one with the most requests.
      return findCriticalPath(history, ({ modelCalls }) => modelCalls).latencyMs;
    },
    killWorker: () => signalOwn(home, loadRecordedState(home)?.workerPid ?? 0, 'SIGKILL'),
    close: async () => void (await access.close()),
  };
}

/** Settings that lead elsewhere, or that hide what the history tells; where the CLI binary is may stay. */
function withoutPlaces(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const leadsElsewhere = (name: string): boolean =>
    /^(?:TEMPORAL_|PLUMBLINE_(?:HOME|DATABASE_URL|DEPLOYMENT|TEMPORAL_|TASK_QUEUE|TENANT|ENCRYPTION_))/.test(name) &&
    name !== 'TEMPORAL_CLI_PATH';
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !leadsElsewhere(name)));
}
