import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import type { CorpusIndex, UpdateCorpus } from '@plumbline/search/corpus-index';
import type { Embedder } from '@plumbline/search/embedder';
import { createFolderCorpusIndex } from '@plumbline/search/folders';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { temporaryFolder } from './corpus-fixtures.ts';
import { shareParser } from './shared-parser.ts';

/** An English document with two sections, an identifier and a section sign. */
export const LAMP = [
  '# Lamp rules',
  '## Oil',
  'The keeper fills the lamp with whale oil every evening.',
  '## Wick',
  'The wick is trimmed at § 5 hours; `trimWickTimeout` sets the limit.\n',
].join('\n\n');

/** A German document with one section. */
export const TIDE =
  '# Gezeiten\n\nDer Wärter beachtet die Grenzwerte der Flut und meldet jede größere Welle an den Hafen.\n';

/** A corpus folder and a home of its own, with an index over them. */
export interface TestCorpus {
  readonly folder: string;
  readonly home: string;
  readonly index: CorpusIndex;
  update(options?: Partial<UpdateCorpus>): Promise<CorpusReport>;
  /** Locators of the best passages. */
  found(corpusId: string, query: string, language?: string): Promise<string[]>;
  dispose(): Promise<void>;
}

export async function createTestCorpus(
  options: { fileTimeLimitMs?: number; embedder?: Embedder | null } = {},
): Promise<TestCorpus> {
  const folder = await temporaryFolder();
  const home = await temporaryFolder();
  const index = createFolderCorpusIndex({
    home: home.path,
    blobs: createFileBlobStore(home.path),
    now: () => new Date('2026-01-02T03:04:05Z'),
    ...(options.fileTimeLimitMs === undefined && { createParser: shareParser }),
    ...options,
  });
  return {
    folder: folder.path,
    home: home.path,
    index,
    update: (changes) =>
      index.update({
        directory: folder.path,
        maxFileBytes: 1_000_000,
        signal: new AbortController().signal,
        onProgress: () => undefined,
        ...changes,
      }),
    found: async (corpusId, query, language = 'en') =>
      (await index.search({ corpusId, query, language, topK: 5 })).hits.map((hit) => hit.locator),
    async dispose() {
      await folder.dispose();
      await home.dispose();
    },
  };
}
