import { exportFileName, type ExportFormat } from '@plumbline/contracts/report/export-format';
import type { PartialReport } from '@plumbline/contracts/report/partial-report';
import type { Stage } from '@plumbline/contracts/report/progress';
import type { WrittenExport } from '@plumbline/exports/exported-report';
import type { Stores } from '../../workers/assembly/stores.ts';
import type { Tools } from '../../workers/assembly/tools.ts';
import { ConflictError, EnvironmentError } from '../errors/failures.ts';
import { findReport, type ReportContext } from './find-report.ts';

export interface ExportContext extends ReportContext<
  Pick<Stores, 'runs'> & Pick<Tools, 'exportReport' | 'exportPartialReport'>
> {
  /** Asks a run under way. */
  readonly partialReport: (researchId: string) => Promise<PartialReport>;
}

export interface ExportedRun extends WrittenExport {
  readonly fileName: string;
  /** Where a run under way is; null: the report is complete. */
  readonly partialAt: Stage | null;
}

/**
 * The report of a run in a format; of a run under way what it has found so far.
 *
 * @throws {UsageError} when the run is unknown, under way and no worker answers for it, or its report is in another store
 * @throws {RunFailedError} when it ended without a report
 */
export async function exportRun(
  { tools, locate, partialReport }: ExportContext,
  researchId: string,
  format: ExportFormat,
): Promise<ExportedRun> {
  const local = await tools();
  const stored = await findReport({ tools: async () => local, locate }, researchId).catch(nullWhileUnderWay);
  if (stored !== null) {
    const written = await local.exportReport(stored, format).catch(nameMissingParts);
    return { ...written, fileName: exportFileName(researchId, format, false), partialAt: null };
  }
  const partial = await partialReport(researchId);
  const written = await local.exportPartialReport(partial, format).catch(nameMissingParts);
  return { ...written, fileName: exportFileName(researchId, format, true), partialAt: partial.stage };
}

/** What sets a PDF is large, and an installed package lacks it until it is asked for. */
function nameMissingParts(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
  const packages = '@myriaddreamin/typst-ts-web-compiler@0.7 dejavu-fonts-ttf@2';
  throw new EnvironmentError('two packages that set a PDF are not installed', `npm install ${packages}`, {
    cause: error,
  });
}

function nullWhileUnderWay(error: unknown): null {
  if (error instanceof ConflictError) return null;
  throw error;
}
