import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { column, pdfOfLines } from '../../test/support/builders/document-fixtures.ts';
import { type Figure, seconds, timed } from '../figure.ts';
import { writeGeneratedCorpus } from './generated-corpus.ts';
import { createVocabulary } from './generated-words.ts';
import type { IndexingTimes } from './indexing-process.ts';
import { createRandom } from './random.ts';
import { type LoadProcess, startProcess } from './worker-process.ts';

const INDEXING = fileURLToPath(new URL('./indexing-process.ts', import.meta.url));
const SAMPLE_MS = 200;

/** Indexing of generated Markdown in a process of its own, once more with nothing changed, and of one large PDF. */
export async function measureIndexing(sizes: {
  readonly megabytes: number;
  readonly pdfPages: number;
}): Promise<Figure[]> {
  const markdown = await measureFolder((folder) => writeGeneratedCorpus(folder, sizes.megabytes * 1e6));
  const pdf = await measureFolder((folder) => writeGeneratedPdf(folder, sizes.pdfPages));
  return [...markdownFigures(markdown), pdfFigure(pdf, sizes.pdfPages)];
}

interface MeasuredFolder {
  readonly times: IndexingTimes;
  readonly peakBytes: number;
  readonly writtenMs: number;
}

async function measureFolder(write: (folder: string) => Promise<unknown>): Promise<MeasuredFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-load-'));
  const documents = join(folder, 'documents');
  try {
    const written = await timed(() => write(documents));
    const indexing = startProcess(INDEXING, [join(folder, 'home'), documents], {});
    const printed = indexing.printedAfter('times ');
    const peakBytes = await peakUntil(indexing, printed);
    return { times: JSON.parse(await printed) as IndexingTimes, peakBytes, writtenMs: written.ms };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Pages of 400 generated words. */
async function writeGeneratedPdf(folder: string, pages: number): Promise<void> {
  const [random, vocabulary] = [createRandom(2), createVocabulary('en')];
  const page = (): string => Array.from({ length: 400 }, () => vocabulary.word(random())).join(' ');
  const lines = Array.from({ length: pages }, () => column(page(), { width: 80, size: 8, pitch: 10, top: 740 }));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'large.pdf'), pdfOfLines(lines));
}

function pdfFigure({ times, peakBytes, writtenMs }: MeasuredFolder, pages: number): Figure {
  return {
    name: `indexing a PDF of ${pages} pages of 400 words (${(times.bytes / 1e6).toFixed(0)} MB)`,
    value: `${seconds(times.firstMs)}, at most ${Math.round(peakBytes / 1e6)} MB of memory; again ${seconds(times.againMs)}`,
    baseline: `${seconds(writtenMs)} to invent and write the file`,
    // One of 10,000 pages, with a table of its objects, may take 120 s; this file has none.
    aim: '',
  };
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

function markdownFigures({ times, peakBytes: peak, writtenMs }: MeasuredFolder) {
  const { firstMs, againMs, bytes, files, passages } = times;
  const megabytes = bytes / 1e6;
  return [
    {
      name: `indexing ${megabytes.toFixed(0)} MB of Markdown (${files} files, ${passages} passages, German and English)`,
      value: `${(megabytes / (firstMs / 1_000)).toFixed(2)} MB/s in ${seconds(firstMs)}, at most ${Math.round(peak / 1e6)} MB of memory`,
      baseline: `${seconds(writtenMs)} to invent and write the files`,
      aim: '15 s for 100 MB',
    },
    {
      name: `the same ${files} files again, nothing changed`,
      value: seconds(againMs),
      baseline: `${seconds(firstMs)} the first time`,
      aim: '',
    },
  ] satisfies Figure[];
}
