import { createFolderCorpusIndex } from '@plumbline/search/folders';
import { createFileBlobStore } from '@plumbline/storage/blobs';

// A process that indexes one folder: node index-corpus-process.ts <home> <folder>. Prints each step as one line of JSON.
const [home = '', directory = ''] = process.argv.slice(2);

const index = createFolderCorpusIndex({ home, blobs: createFileBlobStore(home), now: () => new Date() });
const report = await index.update({
  directory,
  maxFileBytes: 1_000_000,
  signal: new AbortController().signal,
  onProgress: (progress) => process.stdout.write(`${JSON.stringify(progress)}\n`),
});
process.stdout.write(`${JSON.stringify(report)}\n`);
