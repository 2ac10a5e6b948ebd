import { readFile } from 'node:fs/promises';
import type { ShownSources } from '../../workflows/contracts/evidence/source-registry.ts';
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
  const { reportPath, recordPath } = await findReport(context, researchId);
  if (form === 'all') return (await context.tools()).renderReport(recordPath, 'all');
  return readStored(form === 'json' ? recordPath : reportPath);
}

/** @throws {EnvironmentError} without the path, which is no matter of the client */
async function readStored(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new EnvironmentError('the report cannot be read', "Check the server's store.", { cause: error });
  }
}
