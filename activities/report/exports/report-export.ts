import { readFile } from 'node:fs/promises';
import type { ExportFormat } from '../../../workflows/contracts/report/export-format.ts';
import type { CheckedPartialReport } from '../partial-report.ts';
import { readRecord } from '../record-reading.ts';
import type { ExportMaterial, WriteExport, WrittenExport } from './composition/export-material.ts';
import { composePartialReport } from './composition/partial-composition.ts';
import { composeReport } from './composition/record-composition.ts';

/** One line for each format. Loaded when it is asked for: some bring large libraries. */
const EXPORT_WRITERS: Readonly<Record<ExportFormat, () => Promise<WriteExport>>> = {
  markdown: async () => (await import('./formats/markdown.ts')).writeMarkdown,
  html: async () => (await import('./formats/html.ts')).writeHtml,
  pdf: async () => (await import('./formats/pdf.ts')).writePdf,
  docx: async () => (await import('./formats/docx.ts')).writeDocx,
  json: async () => (await import('./formats/json.ts')).writeJson,
  'csl-json': async () => (await import('./formats/csl-json.ts')).writeCslJson,
  bibtex: async () => (await import('./formats/bibtex.ts')).writeBibtex,
};

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
