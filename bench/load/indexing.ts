import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Figure, seconds, timed } from '../figure.ts';
import { writeGeneratedCorpus } from './generated-corpus.ts';
import type { IndexingTimes } from './indexing-process.ts';
import { type LoadProcess, startProcess } from './worker-process.ts';

const INDEXING = fileURLToPath(new URL('./indexing-process.ts', import.meta.url));
const SAMPLE_MS = 200;

/** Indexing of so many megabytes of generated Markdown in a process of its own, and once more with nothing changed. */
export async function measureIndexing({ megabytes }: { readonly megabytes: number }): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-load-'));
  const documents = join(folder, 'documents');
  try {
    const written = await timed(() => writeGeneratedCorpus(documents, megabytes * 1e6));
    const indexing = startProcess(INDEXING, [join(folder, 'home'), documents], {});
    const printed = indexing.printedAfter('times ');
    const peakBytes = await peakUntil(indexing, printed);
    return toFigures(JSON.parse(await printed) as IndexingTimes, peakBytes, written.ms);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The most memory that the process and the one that reads files for it had together. */
async function peakUntil(process: LoadProcess, ended: Promise<unknown>): Promise<number> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  void ended.then(end, end);
  let peak = 0;
  while (!isOver) {
    peak = Math.max(peak, await process.residentBytes());
    await delay(SAMPLE_MS);
  }
  return peak;
}

function toFigures({ firstMs, againMs, bytes, files, passages }: IndexingTimes, peak: number, writtenMs: number) {
  const megabytes = bytes / 1e6;
  return [
    {
      name: `indexing ${megabytes.toFixed(0)} MB of Markdown (${files} files, ${passages} passages, German and English)`,
      value: `${(megabytes / (firstMs / 1_000)).toFixed(2)} MB/s in ${seconds(firstMs)}, at most ${Math.round(peak / 1e6)} MB of memory`,
      baseline: `${seconds(writtenMs)} to invent and write the files`,
      aim: '',
    },
    {
      name: `the same ${files} files again, nothing changed`,
      value: seconds(againMs),
      baseline: `${seconds(firstMs)} the first time`,
      aim: '',
    },
  ] satisfies Figure[];
}
