import type { Source } from '../../workflows/contracts/evidence.ts';
import type { BlobStore } from '../stores/blob-store.ts';
import type { UpdateCorpus } from './corpus-index.ts';
import type { DocumentParser, ParsedFile } from './document-parser.ts';
import { fileFormatOf, MEDIA_TYPES } from './file-format.ts';
import type { CorpusFile } from './folder-scan.ts';
import type { OpenIndex } from './index-folder.ts';
import { createIndexWriter, type IndexWriter } from './index-writer.ts';
import type { ManifestEntry } from './manifest.ts';
import { sourceIdOf, toPassageRows } from './passage-rows.ts';

export interface UpdateDependencies {
  readonly index: OpenIndex;
  readonly blobs: BlobStore;
  readonly parser: DocumentParser;
  readonly now: () => Date;
}

export interface UpdateCounts {
  added: number;
  changed: number;
  removed: number;
  bytesRead: number;
}

/**
 * Brings tables and manifest up to the folder's present files. May be killed at any point: sources whose rows are being
 * written are marked in the manifest first, and the next update removes and reads them again.
 */
export async function updateIndex(
  files: readonly CorpusFile[],
  request: UpdateCorpus,
  dependencies: UpdateDependencies,
): Promise<UpdateCounts> {
  const { index, now } = dependencies;
  const writer = createIndexWriter(index);
  const wasInterrupted = await writer.repair();
  const known = new Map(index.manifest.entries().map((entry) => [entry.locator, entry]));
  const counts: UpdateCounts = { added: 0, changed: 0, removed: 0, bytesRead: 0 };

  counts.removed = await removeDeleted(files, known, writer);
  for (const [position, file] of files.entries()) {
    request.signal.throwIfAborted();
    request.onProgress({ filesDone: position, filesTotal: files.length, current: file.locator });
    const entry = known.get(file.locator);
    if (entry?.fingerprint !== file.fingerprint) await updateFile(file, entry, writer, counts, request, dependencies);
  }
  await writer.flush();
  if (wasInterrupted || counts.added + counts.changed + counts.removed > 0) await index.tables.optimize(now());
  request.onProgress({ filesDone: files.length, filesTotal: files.length, current: 'index ready' });
  return counts;
}

async function removeDeleted(
  files: readonly CorpusFile[],
  known: ReadonlyMap<string, ManifestEntry>,
  writer: IndexWriter,
): Promise<number> {
  const present = new Set(files.map((file) => file.locator));
  const deleted = [...known.values()].filter((entry) => !present.has(entry.locator));
  await writer.remove(deleted.map((entry) => entry.sourceId));
  return deleted.filter((entry) => entry.source !== null).length;
}

async function updateFile(
  file: CorpusFile,
  known: ManifestEntry | undefined,
  writer: IndexWriter,
  counts: UpdateCounts,
  request: UpdateCorpus,
  { blobs, parser, now }: UpdateDependencies,
): Promise<void> {
  const { locator, fingerprint } = file;
  const format = fileFormatOf(locator) ?? 'text';
  const hadSource = (known?.source ?? null) !== null;
  const unreadable = (reason: string): Promise<void> => {
    if (hadSource) counts.removed += 1;
    const sourceId = sourceIdOf(locator);
    return writer.put(
      { locator, sourceId, fingerprint, contentHash: '', passages: 0, source: null, reason },
      [],
      hadSource,
    );
  };
  if (file.refusal !== null) return unreadable(file.refusal);

  const knownHash = known?.source?.contentHash ?? null;
  const outcome = await parser.parse({ path: file.path, locator, format, knownHash }, request.signal);
  if (outcome.kind === 'unreadable') return unreadable(outcome.reason);
  counts.bytesRead += outcome.byteLength;
  if (outcome.kind === 'unchanged') return known === undefined ? undefined : writer.touch({ ...known, fingerprint });

  counts[hadSource ? 'changed' : 'added'] += 1;
  const text = await blobs.putText(outcome.document.text, format === 'pdf' ? 'text/plain' : MEDIA_TYPES[format]);
  const source = toSource(locator, MEDIA_TYPES[format], outcome, text, now());
  const rows = toPassageRows(source.sourceId, outcome.contentHash, outcome.document, outcome.passages);
  const { sourceId, contentHash } = source;
  await writer.put(
    { locator, sourceId, fingerprint, contentHash, passages: rows.length, source, reason: null },
    rows,
    hadSource,
  );
}

function toSource(
  locator: string,
  mediaType: string,
  { document, contentHash }: ParsedFile,
  text: Source['text'],
  retrievedAt: Date,
): Source {
  return {
    sourceId: sourceIdOf(locator),
    locator,
    title: document.title,
    contentHash,
    mediaType,
    language: document.language,
    publishedAt: document.publishedAt,
    retrievedAt: retrievedAt.toISOString(),
    pageCount: document.pages?.length ?? null,
    // Nothing in a folder tells who stands behind a file.
    sourceTier: 3,
    text,
  };
}
