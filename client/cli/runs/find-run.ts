import { type Drift, type DriftCounts, driftSchema } from '@plumbline/contracts/evidence/drift';
import { isFinal } from '@plumbline/contracts/report/progress';
import { type RefusedStatement, reportDraftSchema, verificationSchema } from '@plumbline/contracts/report/report';
import type { RunView, StoredRun } from '@plumbline/contracts/report/run-view';
import { type Trust, trustOf } from '@plumbline/contracts/report/trust';
import {
  engineSchema,
  type RetrievalTelemetry,
  retrievalTelemetrySchema,
  type ShownTelemetry,
} from '@plumbline/contracts/research/accounting';
import { z } from 'zod';
import { joinTemporal } from '../../connection/temporal-access.ts';
import { commands, UnknownRunError, UsageError } from '../../errors/failures.ts';
import { matchResearchId } from '../../runs/research-id.ts';
import { lookAtRun } from '../../runs/run-look.ts';
import { type RunStoreContext, viewOfStored } from '../../runs/run-view.ts';
import type { CommandContext } from '../context/command-context.ts';
import { withRunningTemporal } from '../context/reach.ts';

/**
 * A run as Temporal knows it, if it is running, or else the store. Starts nothing.
 *
 * @param given id, or undefined for the newest run
 * @throws {UsageError} when the run is unknown
 */
export async function findRun(context: CommandContext, given: string | undefined): Promise<RunView> {
  const researchId = await resolveRun(context, given);
  return withRunningTemporal(context, async (access) => {
    const stored = await (await context.tools()).runs.read(researchId);
    if (access === null) {
      if (stored !== null) return viewOfStored(stored);
      throw new UnknownRunError(researchId);
    }
    try {
      return await lookAtRun(context, access, researchId);
    } catch (error) {
      // Temporal forgets runs after the retention time; the store does not.
      if (error instanceof UsageError && stored !== null) return viewOfStored(stored);
      throw error;
    }
  });
}

/**
 * Full id of the run or session `given`, or of the newest run that fits: the first test that any run passes decides.
 *
 * @throws {UsageError} without a match
 */
export async function resolveRun(
  context: CommandContext,
  given: string | undefined,
  ...tests: readonly ((run: StoredRun) => boolean)[]
): Promise<string> {
  const tools = await context.tools();
  const runs = await tools.runs.list();
  if (given !== undefined) {
    const sessions = (await tools.conversations.list()).map(({ sessionId }) => sessionId);
    return matchResearchId(given, [...runs.map(({ researchId }) => researchId), ...sessions]);
  }
  const fits = tests.length === 0 ? [() => true] : tests;
  const newest = fits.map((test) => runs.find(test)).find((run) => run !== undefined);
  if (newest !== undefined) return newest.researchId;
  if (runs.length === 0) throw new UsageError('there is no run yet', `Start one: ${commands.research()}`);
  throw new UsageError('no run is in a state for this', `Give the id of the one that you mean: ${commands.list()}`);
}

export function isUnfinished({ progress }: Pick<StoredRun, 'progress'>): boolean {
  return progress === null || !isFinal(progress.stage);
}

/**
 * Avoids starting a server for an unknown id. A session counts as well.
 *
 * @throws {UsageError}
 */
export async function requireKnownRun(context: CommandContext, researchId: string): Promise<void> {
  const { runs, conversations } = await context.tools();
  const isStored = (await runs.read(researchId)) !== null || (await conversations.read(researchId)) !== null;
  if (isStored || context.config.usesExternalTemporal) return;
  const access = await joinTemporal(context.config);
  if (access === null) throw new UnknownRunError(researchId);
  // The running server decides whether the run exists.
  await access.close();
}

/** Trust, refused statements and drift of a run, as far as they are known. */
export interface RunMeasures {
  readonly drift: Drift | null;
  /** Statements of a model that verification refused, with the reasons. */
  readonly refused: readonly RefusedStatement[];
  readonly trust: Trust | null;
}

type MeasurableRun = Pick<RunView, 'researchId' | 'progress' | 'hasReport'>;

/** What `status --json` prints. */
export interface MeasuredRun extends RunView, RunMeasures {}

const measuresSchema = z.object({
  anchor: z.object({ refinements: z.array(z.string()) }),
  report: reportDraftSchema.extend({
    quality: verificationSchema,
    stats: z.object({ engine: engineSchema }),
    telemetry: retrievalTelemetrySchema,
  }),
  drift: driftSchema.nullable(),
});

/** From the record, which is complete; drift, until there is one, from the run itself, which only counts it. */
export async function readMeasures(context: RunStoreContext, run: MeasurableRun): Promise<RunMeasures> {
  const { progress } = run;
  const record = await readRecordMeasures(context, run);
  const counted = progress?.drift && { ...progress.drift, dropped: [] };
  const { refused = [] } = record?.report.quality ?? {};
  return {
    refused,
    drift: record?.drift ?? counted ?? null,
    trust: record ? trustOf(record.report, record.anchor) : null,
  };
}

/** Of a record; of a run under way what it shows, with the decisions that are kept with it so far. */
export type KnownTelemetry = RetrievalTelemetry | (ShownTelemetry & Pick<RetrievalTelemetry, 'tasks'>);

/** Whether this is what a run under way shows, of whose lists the end may be missing. */
export function isShown(telemetry: KnownTelemetry): telemetry is ShownTelemetry {
  return 'webPages' in telemetry;
}

/** Retrieval telemetry from the record, which is complete; until there is one, from the run itself. */
export async function readTelemetry(context: RunStoreContext, run: MeasurableRun): Promise<KnownTelemetry | null> {
  const record = await readRecordMeasures(context, run);
  return record?.report.telemetry ?? run.progress?.telemetry ?? null;
}

async function readRecordMeasures(
  context: RunStoreContext,
  { researchId, hasReport }: MeasurableRun,
): Promise<z.infer<typeof measuresSchema> | undefined> {
  if (!hasReport) return undefined;
  const { runs } = await context.tools();
  // Where its text is lost or damaged, `report` names the problem.
  const report = await runs.readReport(researchId).catch(() => null);
  return report === null ? undefined : measuresSchema.safeParse(JSON.parse(report.json)).data;
}

/** Number of findings that validation checked and dropped. */
export function countDrift({ tiers }: DriftCounts): { readonly total: number; readonly dropped: number } {
  const total = tiers.reduce((sum, tier) => sum + tier.total, 0);
  return { total, dropped: total - tiers.reduce((sum, tier) => sum + tier.kept, 0) };
}
