import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import type { CorpusIndex } from '@plumbline/search/corpus-index';
import { createFolderCorpusIndex } from '@plumbline/search/folders';
import { type CorpusProgress, describeCorpusProgress } from '@plumbline/search/progress';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { openForReading, type OpenIndex } from '../../packages/search/index/index-folder.ts';
import { createEmbedder } from '../../workers/assembly/dependencies.ts';
import type { SearchQualityOptions } from './options.ts';

/** A passage as it is judged. */
export interface MeasuredPassage {
  /** Path of its document, relative to the folder. */
  readonly locator: string;
  readonly text: string;
}

/** The documents in the project's own index. */
export interface MeasuredIndex {
  readonly corpus: CorpusIndex;
  readonly report: CorpusReport;
  readonly opened: OpenIndex;
  readonly passages: ReadonlyMap<string, MeasuredPassage>;
  close(): void;
}

const EMBEDDING_TIMEOUT_MS = 300_000;

/** A folder for documents and index: the named one, which stays, or a temporary one. */
export async function workFolder(home: string | null): Promise<{ path: string; dispose(): Promise<void> }> {
  if (home !== null) return { path: resolve(home), dispose: async () => {} };
  const path = await mkdtemp(join(tmpdir(), 'plumbline-search-'));
  return { path, dispose: () => rm(path, { recursive: true, force: true }) };
}

export async function openMeasuredIndex(
  home: string,
  directory: string,
  embedding: SearchQualityOptions['embedding'],
  signal: AbortSignal,
): Promise<MeasuredIndex> {
  const embedder = createEmbedder(embedding, EMBEDDING_TIMEOUT_MS);
  const corpus = createFolderCorpusIndex({ home, blobs: createFileBlobStore(home), now: () => new Date(), embedder });
  const report = await corpus.update({ directory, signal, onProgress: printProgress() });
  const opened = await openForReading(home, report.corpusId);
  return { corpus, report, opened, passages: await passagesOf(opened), close: () => opened.close() };
}

async function passagesOf({ tables, manifest }: OpenIndex): Promise<Map<string, MeasuredPassage>> {
  const locators = new Map(manifest.sources().map(({ sourceId, locator }) => [sourceId, locator]));
  const rows = await tables.findPassages(await tables.passageIds());
  return new Map(
    rows.map(({ passageId, sourceId, words, textOffset }) => [
      passageId,
      { locator: locators.get(sourceId) ?? '', text: words.slice(textOffset) },
    ]),
  );
}

const PROGRESS_INTERVAL_MS = 10_000;

function printProgress(): (progress: CorpusProgress) => void {
  let printedAt = performance.now();
  return (progress) => {
    if (performance.now() - printedAt < PROGRESS_INTERVAL_MS) return;
    printedAt = performance.now();
    process.stderr.write(`${describeCorpusProgress(progress)}\n`);
  };
}
