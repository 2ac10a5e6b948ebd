import type { Quote } from '@plumbline/contracts/evidence/finding';
import type { ShownSources } from '@plumbline/contracts/evidence/source-registry';
import type { ExportFormat } from '@plumbline/contracts/report/export-format';
import type { PartialReport } from '@plumbline/contracts/report/partial-report';
import type { ReportComparison } from '@plumbline/contracts/report/report-comparison';
import type { ReportReading, SourceText } from '@plumbline/contracts/report/report-reading';
import type { WrittenExport } from '@plumbline/exports/exported-report';
import type { BucketDocuments } from '@plumbline/folders/bucket-documents';
import type { TracedClaim } from '@plumbline/quotes/attribution';
import type { createStoredTexts } from '@plumbline/quotes/stored-quotes';
import type { CheckedPartialReport } from '@plumbline/report/partial-report';
import type { RecordVerification } from '@plumbline/report/record-verification';
import type { QuotedFrom, SourceOriginal, TextWindow } from '@plumbline/report/source-original';
import type { BlobStore } from '@plumbline/storage/blobs';
import type { Records } from '@plumbline/storage/records';
import type { StoredReport } from '@plumbline/storage/runs';

/** What is done with a published report, and with the stored texts behind it. */
export interface ReportTools {
  /** Re-checks every quotation, offset and citation of a report.json against the stored text. */
  verifyRecord(path: string): Promise<RecordVerification>;
  /** The same of a report of the store. */
  verifyReport(report: StoredReport): Promise<RecordVerification>;
  /** The report; `all` also lists the sources that it does not cite. */
  renderReport(report: StoredReport, sources: ShownSources): Promise<string>;
  /** What is behind the report: refused statements, how it came about. Markdown. */
  renderBehind(report: StoredReport): Promise<string>;
  /** Traces every claim to the stored text. */
  traceRecord(report: StoredReport): Promise<TracedClaim[]>;
  /** The report as plain texts, with its evidence. */
  readReport(report: StoredReport): Promise<ReportReading>;
  /** A part of a stored text that a report names; null: it names none such, or the text is lost. */
  readSourceText(report: StoredReport, window: TextWindow): Promise<SourceText | null>;
  /** The bytes of a document that a report cites, if they are still those that were read, or of the picture of a figure. */
  readOriginal(report: StoredReport, sourceId: string, figure?: number): Promise<SourceOriginal>;
  /** The same of what a run under way has found, or an answer cites. */
  readQuotedOriginal(
    from: QuotedFrom,
    quote: Pick<Quote, 'sourceId' | 'textHash'>,
    figure?: number,
  ): Promise<SourceOriginal>;
  /** The text of a source as it was read, by its hash; null: the store has none, or it is damaged. */
  readStoredText(textHash: string): Promise<string | null>;
  /** What two reports have in common, and where they differ. @throws {RecordUnreadableError} */
  compareReports(a: StoredReport, b: StoredReport): Promise<ReportComparison>;
  /** The report in a format. @throws {RecordUnreadableError} */
  exportReport(report: StoredReport, format: ExportFormat): Promise<WrittenExport>;
  /** The same of a partial report: what is confirmed of it. */
  exportPartialReport(partial: PartialReport, format: ExportFormat): Promise<WrittenExport>;
  /** Checks the quotes of a partial report against the stored sources, and renders what is confirmed. */
  checkPartialReport(partial: PartialReport): Promise<CheckedPartialReport>;
}

// Loaded lazily, so that commands that show no report do not wait for it.
const loadRecord = async (report: StoredReport) =>
  (await import('@plumbline/report/record-reading')).parseRecord(report);

const readReport: ReportTools['readReport'] = async (report) =>
  (await import('@plumbline/report/reading')).readReport(await loadRecord(report));

const compareReports: ReportTools['compareReports'] = async (a, b) => {
  const { compareRecords } = await import('@plumbline/report/comparison');
  return compareRecords(await loadRecord(a), await loadRecord(b));
};

type Texts = ReturnType<typeof createStoredTexts>;
type ReaderTools = Pick<ReportTools, 'readReport' | 'traceRecord' | 'readSourceText' | 'readStoredText'>;

/** What readers of a finished report ask for. */
function createReaderTools(openTexts: () => Promise<Texts>): ReaderTools {
  return {
    readReport,
    readStoredText: async (textHash) => (await (await openTexts()).read(textHash)).text,
    async traceRecord(report) {
      const { traceClaims } = await import('@plumbline/quotes/attribution');
      return traceClaims(await loadRecord(report), await openTexts());
    },
    async readSourceText(report, window) {
      const { readSourceText } = await import('@plumbline/report/source-original');
      return readSourceText(await loadRecord(report), window, await openTexts());
    },
  };
}

interface ReportStores {
  readonly home: string;
  readonly blobs: BlobStore;
  readonly buckets: BucketDocuments;
  readonly records: Pick<Records, 'list'>;
}

export function createReportTools({ home, blobs, buckets, records }: ReportStores): ReportTools {
  const openTexts = async () => (await import('@plumbline/quotes/stored-quotes')).createStoredTexts(blobs);
  const checkPartialReport: ReportTools['checkPartialReport'] = async (partial) => {
    const report = await import('@plumbline/report/partial-report');
    return report.checkPartialReport(partial, await openTexts());
  };
  const verifyReport: ReportTools['verifyReport'] = async (report) =>
    (await import('@plumbline/report/record-verification')).verifyReport(report, blobs);
  const openRendering = () => import('@plumbline/report/rendering');
  const openOriginals = () => import('@plumbline/report/source-original');
  const places = { home, blobs, buckets };
  const openExports = () => import('@plumbline/exports/report-export');
  return {
    compareReports,
    ...createReaderTools(openTexts),
    checkPartialReport,
    exportReport: async (report, format) => (await openExports()).exportRecord(report, format, blobs),
    exportPartialReport: async (partial, format) =>
      (await openExports()).exportPartialReport(await checkPartialReport(partial), format),
    verifyReport,
    verifyRecord: async (path) =>
      verifyReport(await (await import('@plumbline/report/record-reading')).readReportFile(path)),
    renderReport: async (report, sources) =>
      (await openRendering()).renderRecord(await loadRecord(report), sources).markdown,
    renderBehind: async (report) => (await openRendering()).renderBehind(await loadRecord(report)),
    readOriginal: async (report, sourceId, figure) =>
      (await openOriginals()).readOriginal(await loadRecord(report), sourceId, places, figure),
    readQuotedOriginal: async (from, quote, figure) =>
      (await openOriginals()).readQuotedOriginal(from, quote, { ...places, records }, figure),
  };
}
