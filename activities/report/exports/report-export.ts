import { readFile } from 'node:fs/promises';
import type { ExportFormat } from '../../../workflows/contracts/report/export-format.ts';
import type { ResearchRecord } from '../../../workflows/contracts/report/report.ts';
import type { ReportDocument } from '../document/report-document.ts';
import type { CheckedPartialReport } from '../partial-report.ts';
import { readRecord } from '../record-reading.ts';
import { documentOf } from '../report-rendering.ts';
import { exportPhrasesFor } from './export-phrases.ts';
import { exportBlocks } from './exported-blocks.ts';
import {
  type ExportedReport,
  type ExportMaterial,
  plainLine,
  type WriteExport,
  type WrittenExport,
  writtenText,
} from './exported-report.ts';
import { exportCitation, exportSources, type KnownSource } from './exported-sources.ts';
import { composePartialReport } from './partial-composition.ts';

/** One line for each format. Loaded when it is asked for: some bring large libraries. */
const EXPORT_WRITERS: Readonly<Record<ExportFormat, () => Promise<WriteExport>>> = {
  markdown:
    async () =>
    ({ markdown }) =>
      writtenText(markdown),
  html: async () => (await import('./html.ts')).writeHtml,
  pdf: async () => (await import('./pdf.ts')).writePdf,
  docx: async () => (await import('./docx.ts')).writeDocx,
  json:
    async () =>
    ({ json }) =>
      writtenText(json),
  'csl-json': async () => (await import('./csl-json.ts')).writeCslJson,
  bibtex: async () => (await import('./bibtex.ts')).writeBibtex,
};

/**
 * Exports the report of a `report.json`, from the record alone.
 *
 * @throws {RecordUnreadableError}
 */
export async function exportRecord(path: string, format: ExportFormat): Promise<WrittenExport> {
  const record = await readRecord(path);
  return write(format, {
    report: exportedReport(record),
    markdown: record.report.markdown,
    json: await readFile(path, 'utf8'),
  });
}

/** The report of a record as every export shows it. */
export function exportedReport(record: ResearchRecord): ExportedReport {
  const { researchId, publishedAt: writtenAt, sources } = record;
  return exportedDocument(documentOf(record), { researchId, writtenAt, partialNotice: null }, sources);
}

function exportedDocument(
  document: ReportDocument,
  about: Pick<ExportedReport, 'researchId' | 'writtenAt' | 'partialNotice'>,
  known: readonly KnownSource[],
): ExportedReport {
  const { title, citations, facts } = document;
  return {
    ...about,
    title: plainLine(title),
    language: facts.phrases.language,
    blocks: exportBlocks(document),
    citations: citations.map((citation) => exportCitation(citation, facts)),
    sources: exportSources(citations, known),
  };
}

/** Exports what a run has found so far, marked as partial. */
export async function exportPartialReport(checked: CheckedPartialReport, format: ExportFormat): Promise<WrittenExport> {
  const { markdown, ...rest } = checked;
  const { researchId, stage, asOf: writtenAt } = checked.report;
  const document = composePartialReport(checked);
  const partialNotice = exportPhrasesFor(document.facts.phrases.language).partial(stage, writtenAt);
  return write(format, {
    report: exportedDocument(document, { researchId, writtenAt, partialNotice }, []),
    markdown: `${markdown}\n`,
    json: `${JSON.stringify({ partial: true, ...rest }, null, 2)}\n`,
  });
}

async function write(format: ExportFormat, material: ExportMaterial): Promise<WrittenExport> {
  const writeFormat = await EXPORT_WRITERS[format]();
  return writeFormat(material);
}
