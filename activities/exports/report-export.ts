import { readFile } from 'node:fs/promises';
import type { ExportFormat } from '../../workflows/contracts/export-format.ts';
import type { CheckedPartialReport } from '../report/partial-report.ts';
import { readRecord } from '../report/record-reading.ts';
import type { ExportMaterial, WrittenExport } from './composition/export-material.ts';
import { composePartialReport } from './composition/partial-composition.ts';
import { composeReport } from './composition/record-composition.ts';
import { EXPORT_WRITERS } from './export-formats.ts';

/**
 * Exports the report of a `report.json`, from the record alone.
 *
 * @throws {RecordUnreadableError}
 */
export async function exportRecord(path: string, format: ExportFormat): Promise<WrittenExport> {
  const record = await readRecord(path);
  return write(format, {
    report: composeReport(record),
    markdown: record.report.markdown,
    json: await readFile(path, 'utf8'),
  });
}

/** Exports what a run has found so far, marked as partial. */
export async function exportPartialReport(checked: CheckedPartialReport, format: ExportFormat): Promise<WrittenExport> {
  const { markdown, ...rest } = checked;
  return write(format, {
    report: composePartialReport(checked),
    markdown: `${markdown}\n`,
    json: `${JSON.stringify({ partial: true, ...rest }, null, 2)}\n`,
  });
}

async function write(format: ExportFormat, material: ExportMaterial): Promise<WrittenExport> {
  const writeFormat = await EXPORT_WRITERS[format]();
  return writeFormat(material);
}
