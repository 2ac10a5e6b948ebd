import { z } from 'zod';
import type { StoredReport } from '../../../activities/platform/storage/run-store.ts';
import { leftOutSchema, skippedFileSchema } from '../../../workflows/contracts/evidence/corpus.ts';
import { nameLeftOut } from '../../../workflows/contracts/evidence/left-out-phrases.ts';
import { EnvironmentError } from '../../errors/failures.ts';
import { toPlainLine } from '../terminal/plain-text.ts';

/** Parts of a report that can be shown alone. */
export const REPORT_SECTIONS = ['about', 'files', 'references'] as const;
export type ReportSection = (typeof REPORT_SECTIONS)[number];

const listedSchema = z.object({
  skippedFiles: z.array(skippedFileSchema),
  leftOutFiles: z.array(leftOutSchema).default([]),
  report: z.object({ telemetry: z.object({ references: z.object({ unresolved: z.array(z.string()) }) }) }),
});

/** Every file that was not read, or only in part, with its reason and what was left out, or every unresolved reference, from a record. @throws {EnvironmentError} */
export function readListed(stored: StoredReport, section: 'files' | 'references'): readonly string[] {
  const { skippedFiles, leftOutFiles, report } = readListedParts(stored);
  if (section === 'references') return report.telemetry.references.unresolved;
  const leftOut = leftOutFiles.map((group) => nameLeftOut([group]));
  return [...skippedFiles.map(({ locator, reason }) => `${locator}: ${reason}`), ...leftOut];
}

/** One line per entry, or a sentence for an empty section. */
export function renderListed(entries: readonly string[], section: 'files' | 'references'): string {
  if (entries.length > 0) return entries.map((entry) => toPlainLine(entry)).join('\n');
  return section === 'files' ? 'All files were read completely.' : 'All references were resolved.';
}

function readListedParts({ name, json }: StoredReport): z.infer<typeof listedSchema> {
  try {
    return listedSchema.parse(JSON.parse(json));
  } catch (error) {
    throw new EnvironmentError(`${name} cannot be read`, 'Use the version that wrote it.', { cause: error });
  }
}
