import { readFile } from 'node:fs/promises';
import type { ShownSources } from '../../../workflows/contracts/source-registry.ts';
import { EnvironmentError } from '../../errors/failures.ts';
import { findReport } from '../../runs/find-report.ts';
import type { ApiContext } from '../context/api-context.ts';

/**
 * The report of a run: its record as JSON, or Markdown with these sources below it.
 *
 * @throws {UsageError} when the run is unknown or not over
 * @throws {RunFailedError} when it ended without a report
 */
export async function readReport(
  tools: Pick<ApiContext['tools'], 'runs' | 'renderReport'>,
  researchId: string,
  form: 'json' | ShownSources,
): Promise<string> {
  const { reportPath, recordPath } = await findReport({ tools: async () => tools }, researchId);
  if (form === 'all') return tools.renderReport(recordPath, 'all');
  return readStored(form === 'json' ? recordPath : reportPath);
}

/** @throws {EnvironmentError} without the path, which is no matter of the client */
async function readStored(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new EnvironmentError('the report cannot be read', 'Look at the store of the server.', { cause: error });
  }
}
