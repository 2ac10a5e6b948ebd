import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type RetrievalTelemetry, retrievalTelemetrySchema } from '../../../workflows/contracts/accounting.ts';
import { type Drift, driftSchema } from '../../../workflows/contracts/drift.ts';
import { type QualityScores, qualityScoresSchema } from '../../../workflows/contracts/report.ts';
import type { RunView } from '../../runs/run-view.ts';

/** Quality scores and drift of a run, as far as they are known. */
export interface RunMeasures {
  readonly scores: QualityScores | null;
  readonly drift: Drift | null;
}

/** What `status --json` prints. */
export interface MeasuredRun extends RunView, RunMeasures {}

const measuresSchema = z.object({
  report: z.object({
    quality: z.object({ scores: qualityScoresSchema.nullable() }),
    telemetry: retrievalTelemetrySchema,
  }),
  drift: driftSchema.nullable(),
});

/** Scores from the record; drift from the run itself or, without an answer, from the record. */
export async function readMeasures({
  progress,
  recordPath,
}: Pick<RunView, 'progress' | 'recordPath'>): Promise<RunMeasures> {
  const record = recordPath === null ? undefined : await readRecordMeasures(recordPath);
  return { scores: record?.report.quality.scores ?? null, drift: progress?.drift ?? record?.drift ?? null };
}

/** Retrieval telemetry from the run itself or, without an answer, from its record. */
export async function readTelemetry({
  progress,
  recordPath,
}: Pick<RunView, 'progress' | 'recordPath'>): Promise<RetrievalTelemetry | null> {
  if (progress !== null || recordPath === null) return progress?.telemetry ?? null;
  return (await readRecordMeasures(recordPath))?.report.telemetry ?? null;
}

async function readRecordMeasures(path: string): Promise<z.infer<typeof measuresSchema> | undefined> {
  try {
    return measuresSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch {
    // On another machine or damaged; `report` and `verify` name the problem.
    return undefined;
  }
}

/** Number of findings that validation checked and dropped. */
export function countDrift({ tiers }: Drift): { readonly total: number; readonly dropped: number } {
  const total = tiers.reduce((sum, tier) => sum + tier.total, 0);
  return { total, dropped: total - tiers.reduce((sum, tier) => sum + tier.kept, 0) };
}
