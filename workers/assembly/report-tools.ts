import type { BucketDocuments } from '../../activities/corpus/documents/files/bucket-documents.ts';
import type { TracedClaim } from '../../activities/corpus/quotes/attribution.ts';
import type { createStoredTexts } from '../../activities/corpus/quotes/stored-quotes.ts';
import type { BlobStore } from '../../activities/platform/storage/blob-store.ts';
import type { Records } from '../../activities/platform/storage/records.ts';
import type { StoredReport } from '../../activities/platform/storage/run-store.ts';
import type { WrittenExport } from '../../activities/report/exports/exported-report.ts';
import type { CheckedPartialReport } from '../../activities/report/partial-report.ts';
import type { RecordVerification } from '../../activities/report/record-verification.ts';
import type { QuotedFrom, SourceOriginal, TextWindow } from '../../activities/report/source-original.ts';
import type { Quote } from '../../workflows/contracts/evidence/evidence.ts';
import type { ShownSources } from '../../workflows/contracts/evidence/source-registry.ts';
import type { ExportFormat } from '../../workflows/contracts/report/export-format.ts';
import type { PartialReport } from '../../workflows/contracts/report/partial-report.ts';
import type { ReportComparison } from '../../workflows/contracts/report/report-comparison.ts';
import type { ReportFigures, SpendingPoint } from '../../workflows/contracts/report/report-figures.ts';
import type { ReportReading, SourceText } from '../../workflows/contracts/report/report-reading.ts';

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
  /** What its pictures show. */
  readFigures(report: StoredReport): Promise<ReportFigures>;
  /** A part of a stored text that a report names; null: it names none such, or the text is lost. */
  readSourceText(report: StoredReport, window: TextWindow): Promise<SourceText | null>;
  /** The bytes of a document that a report cites, if they are still those that were read. */
  readOriginal(report: StoredReport, sourceId: string): Promise<SourceOriginal>;
  /** The same of what a run under way has found, or an answer cites. */
  readQuotedOriginal(from: QuotedFrom, quote: Quote): Promise<SourceOriginal>;
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
  (await import('../../activities/report/record-reading.ts')).parseRecord(report);

const readReport: ReportTools['readReport'] = async (report) =>
  (await import('../../activities/report/report-reading.ts')).readReport(await loadRecord(report));

const compareReports: ReportTools['compareReports'] = async (a, b) => {
  const { compareRecords } = await import('../../activities/report/review/record-comparison.ts');
  return compareRecords(await loadRecord(a), await loadRecord(b));
};

type Texts = ReturnType<typeof createStoredTexts>;
type ReaderTools = Pick<
  ReportTools,
  'readReport' | 'readFigures' | 'traceRecord' | 'readSourceText' | 'readStoredText'
>;
type SpendingOf = (researchId: string) => Promise<readonly SpendingPoint[]>;

/** What readers of a finished report ask for. */
function createReaderTools(openTexts: () => Promise<Texts>, spendingOf: SpendingOf): ReaderTools {
  return {
    readReport,
    async readFigures(report) {
      const { figuresOf } = await import('../../activities/report/report-figures.ts');
      const record = await loadRecord(report);
      return figuresOf(record, await spendingOf(record.researchId));
    },
    readStoredText: async (textHash) => (await (await openTexts()).read(textHash)).text,
    async traceRecord(report) {
      const { traceClaims } = await import('../../activities/corpus/quotes/attribution.ts');
      return traceClaims(await loadRecord(report), await openTexts());
    },
    async readSourceText(report, window) {
      const { readSourceText } = await import('../../activities/report/source-original.ts');
      return readSourceText(await loadRecord(report), window, await openTexts());
    },
  };
}

interface ReportStores {
  readonly home: string;
  readonly blobs: BlobStore;
  readonly buckets: BucketDocuments;
  readonly records: Pick<Records, 'list'>;
  /** Of a run, as the store has it. */
  readonly spendingOf: SpendingOf;
}

export function createReportTools({ home, blobs, buckets, records, spendingOf }: ReportStores): ReportTools {
  const openTexts = async () =>
    (await import('../../activities/corpus/quotes/stored-quotes.ts')).createStoredTexts(blobs);
  const checkPartialReport: ReportTools['checkPartialReport'] = async (partial) => {
    const report = await import('../../activities/report/partial-report.ts');
    return report.checkPartialReport(partial, await openTexts());
  };
  const verifyReport: ReportTools['verifyReport'] = async (report) =>
    (await import('../../activities/report/record-verification.ts')).verifyReport(report, blobs);
  const openExports = () => import('../../activities/report/exports/report-export.ts');
  return {
    compareReports,
    ...createReaderTools(openTexts, spendingOf),
    checkPartialReport,
    exportReport: async (report, format) => (await openExports()).exportRecord(report, format),
    exportPartialReport: async (partial, format) =>
      (await openExports()).exportPartialReport(await checkPartialReport(partial), format),
    verifyReport,
    verifyRecord: async (path) =>
      verifyReport(await (await import('../../activities/report/record-reading.ts')).readReportFile(path)),
    async renderReport(report, sources) {
      const { renderRecord } = await import('../../activities/report/report-rendering.ts');
      return renderRecord(await loadRecord(report), sources).markdown;
    },
    async renderBehind(report) {
      const { renderBehind } = await import('../../activities/report/report-rendering.ts');
      return renderBehind(await loadRecord(report));
    },
    async readOriginal(report, sourceId) {
      const { readOriginal } = await import('../../activities/report/source-original.ts');
      return readOriginal(await loadRecord(report), sourceId, { home, blobs, buckets });
    },
    async readQuotedOriginal(from, quote) {
      const { readQuotedOriginal } = await import('../../activities/report/source-original.ts');
      return readQuotedOriginal(from, quote, { home, blobs, buckets, records });
    },
  };
}
