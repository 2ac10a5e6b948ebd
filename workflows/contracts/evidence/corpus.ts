import { z } from 'zod';

export const skippedFileSchema = z.object({
  locator: z.string(),
  reason: z.string(),
  /** The rest of it was read. */
  isPartial: z.boolean().optional(),
});
/** A file that could not be read completely, and why. */
export type SkippedFile = z.infer<typeof skippedFileSchema>;

export const leftOutSchema = z.object({
  /**
   * `unmatched`: all but the files that match patterns of the request; `packages`: folders named `node_modules`; `empty`:
   * corpus folders without a document of the request.
   */
  reason: z.enum(['unmatched', 'excluded', 'ignored', 'hidden', 'packages', 'empty']),
  /** A folder counts as one, and so does a pattern. */
  count: z.int(),
  /** The first locators, or patterns. */
  names: z.array(z.string()),
  /** Where the patterns are of one folder among several. */
  folder: z.string().optional(),
});
/** Files and folders that are in a corpus folder and, for one reason, no part of the corpus. */
export type LeftOut = z.infer<typeof leftOutSchema>;

/** State of the index after `indexCorpus`. */
export interface CorpusReport {
  readonly corpusId: string;
  /** Changes with every document. */
  readonly version: string;
  readonly files: number;
  readonly passages: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly bytesRead: number;
  /** ISO 639-1 codes of the languages with passages in the index. */
  readonly languages: readonly string[];
  readonly skippedCount: number;
  /** How many of the skipped files were read in part. */
  readonly partialCount: number;
  /** The first 100; `skippedCount` counts all. */
  readonly skippedFiles: readonly SkippedFile[];
  /** Absent: nothing. */
  readonly leftOut?: readonly LeftOut[];
}

/** As many files as a list may have, in their order; those with the rarest reasons are on it. */
export function firstOfEachReason(files: readonly SkippedFile[], most: number): SkippedFile[] {
  if (files.length <= most) return [...files];
  const seen = new Map<string, number>();
  const place = new Map<SkippedFile, number>();
  for (const file of files) {
    const before = seen.get(file.reason) ?? 0;
    place.set(file, before);
    seen.set(file.reason, before + 1);
  }
  const kept = new Set(files.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)).slice(0, most));
  return files.filter((file) => kept.has(file));
}

/** Of what one reason leaves out, as many are named. */
export const NAMED_LEFT_OUT = 3;

/** Left out of several folders, together. */
export function joinLeftOut(all: readonly LeftOut[]): LeftOut[] {
  return leftOutSchema.shape.reason.options.flatMap((reason) => {
    const group = all.filter((each) => each.reason === reason);
    const count = group.reduce((sum, each) => sum + each.count, 0);
    return count === 0 ? [] : [{ reason, count, names: group.flatMap(({ names }) => names).slice(0, NAMED_LEFT_OUT) }];
  });
}

/** Reasons that are named, and the files named for them. */
const NAMED = 3;

/**
 * Names skipped files by their reason, the rarest first: a folder with a hundred pictures must not hide its one
 * encrypted file. `lock.pdf (encrypted PDF); a.png, b.png and 98 more (unsupported file type)`
 *
 * @param count the total; `files` may contain only some
 */
export function nameSkippedFiles(
  files: readonly SkippedFile[],
  count: number,
  { more, reasonOf } = SKIPPED_IN_ENGLISH,
): string {
  const groups = [...Map.groupBy(files, ({ reason }) => reason).values()].toSorted((a, b) => a.length - b.length);
  const shown = groups.slice(0, NAMED);
  const each = Math.max(1, Math.floor(NAMED / shown.length));
  const named = shown.map((group) => {
    const names = group.slice(0, each).map(({ locator }) => locator);
    const others = group.length > each ? ` ${more(group.length - each)}` : '';
    return `${names.join(', ')}${others} (${reasonOf(group[0]?.reason ?? '')})`;
  });
  const unnamed = count - shown.reduce((sum, group) => sum + group.length, 0);
  return [...named, ...(unnamed > 0 ? [more(unnamed)] : [])].join('; ');
}

export const SKIPPED_IN_ENGLISH = {
  more: (others: number) => `and ${others} more`,
  reasonOf: (reason: string) => reason,
};

export type SkippedPhrases = typeof SKIPPED_IN_ENGLISH;

/** The reasons of most files; messages of parsers stay in English. */
const GERMAN_REASONS: Readonly<Record<string, string>> = {
  'unsupported file type': 'Dateityp nicht lesbar',
  'a picture; set PLUMBLINE_OCR=eng to read scans': 'ein Bild; mit PLUMBLINE_OCR=deu werden Scans gelesen',
  'encrypted PDF': 'verschlüsseltes PDF',
};

export const SKIPPED_IN_GERMAN: SkippedPhrases = {
  more: (others) => `und ${others} weitere`,
  reasonOf: (reason) => GERMAN_REASONS[reason] ?? reason,
};
