import { createStores } from '../../workers/assembly/dependencies.ts';
import { timed } from '../figure.ts';

// Entry of a process that indexes a folder twice: node indexing-process.ts <home> <folder>
const [home = '', directory = ''] = process.argv.slice(2);

/** What the process prints at its end, as one line of JSON. */
export interface IndexingTimes {
  readonly firstMs: number;
  readonly againMs: number;
  readonly bytes: number;
  readonly passages: number;
  readonly files: number;
}

const { corpus } = createStores(home);
const update = () =>
  corpus.update({
    directory,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
process.stdout.write('indexing\n');
const first = await timed(update);
const again = await timed(update);
const { bytesRead: bytes, passages, files } = first.result;
const times: IndexingTimes = { firstMs: first.ms, againMs: again.ms, bytes, passages, files };
process.stdout.write(`times ${JSON.stringify(times)}\n`);
