import type { StoredRun } from '../../../workers/local-tools.ts';
import type { ResearchProgress, ResearchResult } from '../../../workflows/contracts/progress.ts';
import { UsageError } from '../../errors/failures.ts';
import { lookAtRun } from '../../runs/look-at-run.ts';
import { type RunView, viewOfStored } from '../../runs/run-view.ts';
import type { ApiContext } from '../context/api-context.ts';

/** Progress without paths of this machine. */
export interface PublicProgress extends Omit<ResearchProgress, 'result'> {
  readonly result: Omit<ResearchResult, 'reportPath' | 'recordPath'> | null;
}

/** A run without paths of this machine. */
export interface PublicRun extends Omit<RunView, 'progress' | 'reportPath' | 'recordPath'> {
  readonly progress: PublicProgress | null;
  readonly hasReport: boolean;
}

/** What is needed to find a run. */
interface RunContext {
  readonly access: Pick<ApiContext['access'], 'research' | 'webUiOf'>;
  readonly tools: Pick<ApiContext['tools'], 'runs'>;
}

/** A run as Temporal knows it, or else the store. @throws {UsageError} when neither does */
export async function findPublicRun(context: RunContext, researchId: string): Promise<PublicRun> {
  const stored = await context.tools.runs.read(researchId);
  return publicRun(await viewRun(context, researchId, stored), stored);
}

async function viewRun({ access, tools }: RunContext, researchId: string, stored: StoredRun | null): Promise<RunView> {
  try {
    return await lookAtRun({ tools: async () => tools }, access, researchId);
  } catch (error) {
    // Temporal forgets runs after the retention time; the store does not.
    if (error instanceof UsageError && stored !== null) return viewOfStored(stored);
    throw error;
  }
}

function publicRun(view: RunView, stored: StoredRun | null): PublicRun {
  const { progress, reportPath: _report, recordPath: _record, ...run } = view;
  return {
    ...run,
    progress: progress === null ? null : publicProgress(progress),
    hasReport: (stored?.reportPath ?? null) !== null,
  };
}

function publicProgress({ result, ...progress }: ResearchProgress): PublicProgress {
  if (result === null) return { ...progress, result };
  const { reportPath: _report, recordPath: _record, ...told } = result;
  return { ...progress, result: told };
}
