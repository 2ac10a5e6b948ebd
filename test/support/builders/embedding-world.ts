import { createOpenAIEmbedder } from '@plumbline/ranking/openai-embedder';
import type { UpdateCorpus } from '@plumbline/search/corpus-index';
import { createFolderCorpusIndex } from '@plumbline/search/folders';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import type { FolderCorpusIndexOptions } from '../../../packages/search/index/folder-corpus-index.ts';
import { startEmbeddingServer } from '../servers/embedding-server.ts';
import { temporaryFolder, writeFiles } from './corpus-fixtures.ts';
import { shareParser } from './shared-parser.ts';

/** The key that every request to the embedding server carries. */
export const EMBEDDING_KEY = 'sk-embedding-test-key';

const FILES = {
  'lampe.md': '# Leuchtfeuer\n\nDer Wärter füllt die Lampe jeden Abend mit dem Öl aus dem Keller.\n',
  'flut.md': '# Gezeiten\n\nBei Flut meldet der Wärter jede hohe Welle an den Hafen.\n',
  'seil.md': '# Tauwerk\n\nDas Seil wird im Herbst geteert und im Frühjahr geprüft.\n',
};

export type EmbeddingWorld = Awaited<ReturnType<typeof createEmbeddingWorld>>;

/** A German folder, a home and an embedding server; `open` gives an index over them with the model of that name. */
export async function createEmbeddingWorld() {
  const folder = await temporaryFolder();
  const home = await temporaryFolder();
  const server = await startEmbeddingServer();
  await writeFiles(folder.path, FILES);

  /** @param model null for an index without vectors */
  const open = (
    model: string | null = 'concepts',
    timeoutMs = 600_000,
    vectorWait?: FolderCorpusIndexOptions['vectorWait'],
  ) => {
    const options = { apiKey: EMBEDDING_KEY, baseURL: server.baseURL, timeoutMs };
    const embedder = model === null ? null : createOpenAIEmbedder({ ...options, model });
    const index = createFolderCorpusIndex({
      home: home.path,
      blobs: createFileBlobStore(home.path),
      now: () => new Date('2026-01-02T03:04:05Z'),
      embedder,
      ...(vectorWait !== undefined && { vectorWait }),
      createParser: shareParser,
    });
    return {
      update: (signal = new AbortController().signal, onProgress: UpdateCorpus['onProgress'] = () => undefined) =>
        index.update({ directory: folder.path, maxFileBytes: 1_000_000, signal, onProgress }),
      search: async (corpusId: string, query: string, language: string) => {
        const { hits, notes } = await index.search({ corpusId, query, language, topK: 5 });
        return { found: hits.map(({ locator }) => locator), notes, hits };
      },
    };
  };
  /** All texts that the server was asked to embed. */
  const embedded = () => server.requests.flatMap(({ input }) => input);
  const dispose = async () => {
    await server.close();
    await folder.dispose();
    await home.dispose();
  };
  return { folder, home, server, open, embedded, dispose };
}
