import { type Drift, type DriftCounts, driftSchema } from '@plumbline/contracts/evidence/drift';
import { type RefusedStatement, reportDraftSchema, verificationSchema } from '@plumbline/contracts/report/report';
import type { RunView } from '@plumbline/contracts/report/run-view';
import { type Trust, trustOf } from '@plumbline/contracts/report/trust';
import {
  engineSchema,
  type RetrievalTelemetry,
  retrievalTelemetrySchema,
  type ShownTelemetry,
} from '@plumbline/contracts/research/accounting';
import { z } from 'zod';
import type { RunStoreContext } from '../../runs/run-view.ts';

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
