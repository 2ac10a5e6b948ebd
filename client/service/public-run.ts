import { isFinal, type ResearchProgress } from '@plumbline/contracts/report/progress';
import type { PublicProgress, PublicRun, RunView, StoredRun } from '@plumbline/contracts/report/run-view';
import { UsageError } from '../errors/failures.ts';
import { createRunLook, lookAtRun } from '../runs/run-look.ts';
import { viewOfStored } from '../runs/run-view.ts';
import type { ApiContext } from './api-context.ts';

/** What is needed to find a run. */
interface RunContext {
  readonly access: Pick<ApiContext['access'], 'research' | 'webUiOf'>;
  readonly tools: Pick<ApiContext['tools'], 'runs'>;
}

/** A run as Temporal knows it, or else the store. @throws {UsageError} when neither does */
export function findPublicRun(context: RunContext, researchId: string): Promise<PublicRun> {
  const { access, tools } = context;
  return withStored(lookAtRun({ tools: async () => tools }, access, researchId), tools, researchId);
}

/**
 * {@link findPublicRun} for one run again and again. Once the report is stored, it says everything, and the run is not
 * asked any more.
 */
export function createPublicLook({ access, tools }: RunContext, researchId: string): () => Promise<PublicRun> {
  const look = createRunLook({ tools: async () => tools }, access, researchId);
  return async () => {
    const before = await tools.runs.read(researchId);
    if (before !== null && hasEndedWithReport(before)) return publicRun(viewOfStored(before), before);
    return withStored(look(), tools, researchId);
  };
}

function hasEndedWithReport({ hasReport, progress }: StoredRun): boolean {
  return hasReport && progress !== null && isFinal(progress.stage);
}

/** Reads the store when the run has been asked: it may write its report meanwhile. */
async function withStored(
  looking: Promise<RunView>,
  { runs }: RunContext['tools'],
  researchId: string,
): Promise<PublicRun> {
  const looked = await looking.catch((error: unknown) => {
    // Temporal forgets runs after the retention time; the store does not.
    if (error instanceof UsageError) return error;
    throw error;
  });
  const stored = await runs.read(researchId);
  if (!(looked instanceof UsageError)) return publicRun(looked, stored);
  if (stored === null) throw looked;
  return publicRun(viewOfStored(stored), stored);
}

function publicRun(view: RunView, stored: StoredRun | null): PublicRun {
  const { progress, reportPath: _report, recordPath: _record, ...run } = view;
  return { ...run, progress: progress && publicProgress(progress), hasReport: stored?.hasReport ?? false };
}

function publicProgress({ result, ...progress }: ResearchProgress): PublicProgress {
  if (result === null) return { ...progress, result };
  const { record: _record, ...told } = result;
  return { ...progress, result: told };
}
