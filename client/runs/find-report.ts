import { isFinal, type Stage } from '@plumbline/contracts/report/progress';
import { DatabaseAwayError } from '@plumbline/storage/files';
import type { StoredReport } from '@plumbline/storage/runs';
import { S3Error } from '@plumbline/storage/s3';
import type { Stores } from '../../workers/assembly/stores.ts';
import {
  commands,
  ConflictError,
  EnvironmentError,
  OtherStoreError,
  RunFailedError,
  UnknownRunError,
} from '../errors/failures.ts';
import type { OtherStore, RunLocation } from './other-store.ts';
import { adviceFor, describeRunEnd } from './run-end.ts';

/** What is needed to find a report. */
export interface ReportContext<Tools extends Pick<Stores, 'runs'> = Pick<Stores, 'runs'>> {
  readonly tools: () => Promise<Tools>;
  /** What Temporal says of a run. @returns null when it is not running @throws {UnknownRunError} */
  readonly locate: (researchId: string) => Promise<RunLocation | null>;
}

/**
 * The report of a run, from the store. The server is asked only where the store has none: a worker with another store may
 * have written it.
 *
 * @throws {UsageError} when the run is unknown, not over, or its report is not in this store
 * @throws {RunFailedError} when it ended without a report
 */
export async function findReport(context: ReportContext, researchId: string): Promise<StoredReport> {
  const { runs } = await context.tools();
  const report = await readStored(runs, researchId);
  if (report !== null) return report;
  const run = await runs.read(researchId);
  const { progress = null } = run ?? {};
  const hadReport = progress !== null && LEAVE_REPORTS.has(progress.stage);
  if (run !== null && progress !== null && isFinal(progress.stage) && !hadReport) {
    const advice = adviceFor({ ...run, stage: progress.stage });
    throw new RunFailedError(
      describeRunEnd(progress.stage, progress.failure),
      [NO_REPORT, ...(advice === null ? [] : [advice])].join(' '),
    );
  }
  const location = await locate(context, researchId);
  if (location === null && run === null) throw new UnknownRunError(researchId);
  if (hadReport || location?.status === 'completed') {
    // It may have been published while the server was asked.
    const published = await readStored(runs, researchId);
    if (published !== null) return published;
    throw elsewhere(location?.otherStore ?? null);
  }
  if (location !== null && location.status !== 'running') {
    throw new RunFailedError(`the run has ended (${location.status})`, NO_REPORT);
  }
  throw new ConflictError(
    `the run has no report yet (${progress?.stage ?? 'just started'})`,
    `Follow it: ${commands.resume(researchId)}`,
  );
}

/** @throws {EnvironmentError} where the store has lost the text of the report */
async function readStored(runs: Stores['runs'], researchId: string): Promise<StoredReport | null> {
  try {
    return await runs.readReport(researchId);
  } catch (error) {
    if (error instanceof DatabaseAwayError) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    const isAway = error instanceof S3Error && error.isTransient;
    const remedy = isAway ? 'Nothing is lost; try again when it answers.' : REACH_TEXTS;
    throw new EnvironmentError(`the report of ${researchId} cannot be read: ${problem}`, remedy, { cause: error });
  }
}

const REACH_TEXTS = 'Use the same stored texts as its worker, or restore a backup.';

const LEAVE_REPORTS: ReadonlySet<Stage> = new Set<Stage>(['published', 'stopped']);
const NO_REPORT = 'It left no report.';

/** Null: Temporal does not answer, or does not know the run. */
async function locate(context: ReportContext, researchId: string): Promise<RunLocation | null> {
  try {
    return await context.locate(researchId);
  } catch (error) {
    if (error instanceof UnknownRunError || error instanceof EnvironmentError) return null;
    throw error;
  }
}

function elsewhere(otherStore: OtherStore | null): OtherStoreError {
  if (otherStore !== null) {
    return new OtherStoreError(`the run is over, but its report is elsewhere: ${otherStore.what}`, otherStore.remedy);
  }
  const remedy = 'Use the home that its worker used (PLUMBLINE_HOME), or restore a backup.';
  return new OtherStoreError('the run is over, but its report is not in this store', remedy);
}
