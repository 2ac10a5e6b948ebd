import type { ShownSources } from '@plumbline/contracts/evidence/source-registry';
import { type ResearchRecord, researchRecordSchema } from '@plumbline/contracts/report/report';
import { z } from 'zod';
import { EnvironmentError } from '../errors/failures.ts';
import { findReport, type ReportContext } from '../runs/find-report.ts';
import type { ApiContext } from './api-context.ts';

/** What a report is found with. @param reach called only where the store has no report */
export function reportContext<Tools extends Pick<ApiContext['tools'], 'runs'>>(
  tools: Tools,
  reach: () => Promise<{ readonly research: Pick<ApiContext['access']['research'], 'locate'> }>,
): ReportContext<Tools> {
  return { tools: async () => tools, locate: async (researchId) => (await reach()).research.locate(researchId) };
}

/**
 * The report of a run: its record as JSON, or Markdown with these sources below it.
 *
 * @throws {UsageError} when the run is unknown or not over
 * @throws {RunFailedError} when it ended without a report
 */
export async function readReport(
  context: ReportContext<Pick<ApiContext['tools'], 'runs' | 'renderReport'>>,
  researchId: string,
  form: 'json' | ShownSources,
): Promise<string> {
  const report = await findReport(context, researchId);
  if (form === 'all') return (await context.tools()).renderReport(report, 'all');
  if (form === 'json') return report.json;
  if (report.markdown === null) return refuseUnreadable(undefined);
  return report.markdown;
}

/** The record of a run. @throws as {@link readReport} does */
export async function readRecord(
  context: ReportContext<Pick<ApiContext['tools'], 'runs' | 'renderReport'>>,
  researchId: string,
): Promise<ResearchRecord> {
  try {
    return researchRecordSchema.parse(JSON.parse(await readReport(context, researchId, 'json')));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    return refuseUnreadable(error);
  }
}

/** @throws {EnvironmentError} without the path, which is no matter of the client */
export function refuseUnreadable(cause: unknown): never {
  throw new EnvironmentError('the report cannot be read', "Check the server's store.", { cause });
}
