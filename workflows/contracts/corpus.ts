import { z } from 'zod';

export const skippedFileSchema = z.object({ locator: z.string(), reason: z.string() });
/** A file that could not be read, and why. */
export type SkippedFile = z.infer<typeof skippedFileSchema>;

/** State of the index after `indexCorpus`. */
export interface CorpusReport {
  readonly corpusId: string;
  /** Changes with every document; absent in histories of older builds. */
  readonly version?: string;
  readonly files: number;
  readonly passages: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly bytesRead: number;
  /** ISO 639-1 codes of the languages with passages in the index. */
  readonly languages: readonly string[];
  readonly skippedCount: number;
  /** The first 100; `skippedCount` counts all. */
  readonly skippedFiles: readonly SkippedFile[];
}
