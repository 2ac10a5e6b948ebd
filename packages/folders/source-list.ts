import { join, posix } from 'node:path';
import { sourceTierSchema } from '@plumbline/contracts/evidence/source';
import { CorpusUnavailableError } from '@plumbline/documents/errors';
import { readRegularFile } from '@plumbline/documents/files';
import { isMissing } from '@plumbline/storage/files';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';

/** File in the corpus folder that describes its documents; it is not one of them. */
export const SOURCE_LIST_NAME = 'sources.yaml';

/** Far more than a list of a hundred thousand documents needs. */
const LIMITS = { maxBytes: 32 * 1_024 ** 2 };

/** What the list says about a document; it overrides what the document itself says. */
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
  /** The first entry whose pattern matches, or null. @param locator relative to the folder */
  listingOf(locator: string): SourceListing | null;
  /** The list as it is written. */
  readonly text: string;
}

/** Reads the list of a folder; empty without one. @throws {CorpusUnavailableError} that names line and field */
export async function readSourceList(directory: string): Promise<SourceList> {
  const text = await readIfPresent(directory);
  const entries = parseSourceList(directory, text);
  return {
    text,
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
    return new TextDecoder().decode(await readRegularFile(join(directory, SOURCE_LIST_NAME), LIMITS));
  } catch (error) {
    if (isMissing(error)) return 'sources: []';
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

/** Line of the innermost existing value on the path: a missing field has no line. */
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
  return new CorpusUnavailableError(directory, `has an invalid ${SOURCE_LIST_NAME}. ${problems.join('; ')}.`);
}
