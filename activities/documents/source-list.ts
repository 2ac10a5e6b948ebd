import { join, posix } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { sourceTierSchema } from '../../workflows/contracts/evidence.ts';
import { CorpusUnavailableError } from './document-errors.ts';
import { readRegularFile } from './file-reading.ts';

/** Stands in the corpus folder itself and says what its documents are; it is none of them. */
export const SOURCE_LIST_NAME = 'sources.yaml';

/** Far more than a list of a hundred thousand documents takes. */
const MAX_LIST_BYTES = 32 * 1_024 ** 2;

/** What the list says about a document, where the document itself says nothing or something else. */
export const sourceListingSchema = z.strictObject({
  tier: sourceTierSchema,
  publishedAt: z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional(),
  title: z.string().trim().min(1).optional(),
});
export type SourceListing = z.infer<typeof sourceListingSchema>;

const sourceListSchema = z.strictObject({
  sources: z.array(sourceListingSchema.extend({ path: z.string().min(1) })),
});

export interface SourceList {
  /** Of the first entry whose pattern matches; null when none does. @param locator relative to the folder */
  listingOf(locator: string): SourceListing | null;
}

/** Reads the list of a folder; without one nothing is listed. @throws {CorpusUnavailableError} that names line and field */
export async function readSourceList(directory: string): Promise<SourceList> {
  const entries = parseSourceList(directory, await readIfPresent(directory));
  return {
    listingOf(locator) {
      const entry = entries.find(({ path }) => posix.matchesGlob(locator, path));
      if (entry === undefined) return null;
      const { path: _, ...listing } = entry;
      return listing;
    },
  };
}

async function readIfPresent(directory: string): Promise<string> {
  try {
    return new TextDecoder().decode(await readRegularFile(join(directory, SOURCE_LIST_NAME), MAX_LIST_BYTES));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'sources: []';
    throw broken(directory, [`cannot be read (${error instanceof Error ? error.message : String(error)})`]);
  }
}

function parseSourceList(directory: string, text: string): z.infer<typeof sourceListSchema>['sources'] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    throw broken(
      directory,
      document.errors.map(({ pos, message }) => `line ${lines.linePos(pos[0]).line}: ${message}`),
    );
  }
  const parsed = sourceListSchema.safeParse(document.toJS());
  if (parsed.success) return parsed.data.sources;
  const problems = parsed.error.issues.map(({ path, message }) => {
    const line = lines.linePos(startOf(document, path)).line;
    return `line ${line}, ${path.join('.') || 'the whole'}: ${message}`;
  });
  throw broken(directory, problems);
}

/** Of the innermost value on the path that is there: a missing field has no place of its own. */
function startOf(document: ReturnType<typeof parseDocument>, path: readonly PropertyKey[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true);
    if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)) {
      return Number(node.range[0]);
    }
  }
  return 0;
}

function broken(directory: string, problems: readonly string[]): CorpusUnavailableError {
  return new CorpusUnavailableError(directory, `has a ${SOURCE_LIST_NAME} that is wrong. ${problems.join('; ')}.`);
}
