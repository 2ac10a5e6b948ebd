import type { ExportedReport } from './exported-report.ts';

/** What exports are made of. */
export interface ExportMaterial {
  readonly report: ExportedReport;
  /** The report as it is printed. */
  readonly markdown: string;
  /** The record, or what is known of a run under way. */
  readonly json: string;
}

export interface WrittenExport {
  readonly bytes: Uint8Array;
  /** What a reader of the file should know, in English; empty where all is well. */
  readonly notes: readonly string[];
}

/** Writes one format. It executes nothing of what the report says, and asks no network. */
export type WriteExport = (material: ExportMaterial) => WrittenExport | Promise<WrittenExport>;

export function writtenText(text: string): WrittenExport {
  return { bytes: new TextEncoder().encode(text), notes: [] };
}
