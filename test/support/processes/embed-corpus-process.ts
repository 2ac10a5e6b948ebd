import { createOpenAIEmbedder } from '../../../activities/corpus/ranking/openai-embedder.ts';
import { createFolderCorpusIndex } from '../../../activities/corpus/search-index/folder-corpus-index.ts';
import { createFileBlobStore } from '../../../activities/platform/storage/file-blob-store.ts';

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
