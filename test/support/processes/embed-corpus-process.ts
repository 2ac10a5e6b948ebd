import { createOpenAIEmbedder } from '@plumbline/ranking/openai-embedder';
import { createFolderCorpusIndex } from '@plumbline/search/folders';
import { createFileBlobStore } from '@plumbline/storage/blobs';

// A process that indexes one folder with vectors: node embed-corpus-process.ts <home> <folder> <base URL>.
const [home = '', directory = '', baseURL = ''] = process.argv.slice(2);

const embedder = createOpenAIEmbedder({ apiKey: 'none', baseURL, model: 'concepts', timeoutMs: 60_000 });
const index = createFolderCorpusIndex({ home, blobs: createFileBlobStore(home), now: () => new Date(), embedder });
await index.update({
  directory,
  maxFileBytes: 1_000_000,
  signal: new AbortController().signal,
  onProgress: () => undefined,
});
