import type { TracedClaim } from '../../activities/citations/attribution.ts';
import type { CheckedPartialReport } from '../../activities/report/partial-report.ts';
import type { RecordVerification } from '../../activities/report/record-verification.ts';
import type { SourceOriginal } from '../../activities/report/source-original.ts';
import type { TextWindow } from '../../activities/report/source-text.ts';
import { createFileBlobStore } from '../../activities/storage/file-blob-store.ts';
import type { PartialReport } from '../../workflows/contracts/partial-report.ts';
import type { ReportReading, SourceText } from '../../workflows/contracts/report-reading.ts';
import type { ShownSources } from '../../workflows/contracts/source-registry.ts';

/** What is done with a report.json, named by its path, and with the stored texts behind it. */
export interface ReportTools {
  /** Re-checks every quotation, offset and citation of a report.json against the stored text. */
  verifyRecord(path: string): Promise<RecordVerification>;
  /** The report of a report.json; `all` also lists the sources that it does not cite. */
  renderReport(path: string, sources: ShownSources): Promise<string>;
  /** Traces every claim of a report.json to the stored text. */
  traceRecord(path: string): Promise<TracedClaim[]>;
  /** The report of a report.json as plain texts, with what stands behind it. */
  readReport(path: string): Promise<ReportReading>;
  /** A part of a stored text that a report.json names; null: it names none such, or the text is lost. */
  readSourceText(path: string, window: TextWindow): Promise<SourceText | null>;
  /** The bytes of a document that a report.json cites, if they are still those that were read. */
  readOriginal(path: string, sourceId: string): Promise<SourceOriginal>;
  /** Checks the quotes of a partial report against the stored sources, and renders what is confirmed. */
  checkPartialReport(partial: PartialReport): Promise<CheckedPartialReport>;
}

// Loaded lazily, so that commands that show no report do not wait for it.
const loadRecord = async (path: string) => (await import('../../activities/report/record-reading.ts')).readRecord(path);

export function createReportTools(home: string): ReportTools {
  const blobs = createFileBlobStore(home);
  const openTexts = async () => (await import('../../activities/citations/stored-quotes.ts')).createStoredTexts(blobs);
  return {
    async verifyRecord(path) {
      const { verifyRecord } = await import('../../activities/report/record-verification.ts');
      return verifyRecord({ path, blobs });
    },
    async renderReport(path, sources) {
      const { renderRecord } = await import('../../activities/report/report-record.ts');
      return renderRecord(await loadRecord(path), sources).markdown;
    },
    async traceRecord(path) {
      const { traceClaims } = await import('../../activities/citations/attribution.ts');
      return traceClaims(await loadRecord(path), await openTexts());
    },
    async readReport(path) {
      const { readReport } = await import('../../activities/report/report-reading.ts');
      return readReport(await loadRecord(path));
    },
    async readSourceText(path, window) {
      const { readSourceText } = await import('../../activities/report/source-text.ts');
      return readSourceText(await loadRecord(path), window, await openTexts());
    },
    async readOriginal(path, sourceId) {
      const { readOriginal } = await import('../../activities/report/source-original.ts');
      return readOriginal(await loadRecord(path), sourceId, { home, blobs });
    },
    async checkPartialReport(partial) {
      const { checkPartialReport } = await import('../../activities/report/partial-report.ts');
      return checkPartialReport(partial, await openTexts());
    },
  };
}
