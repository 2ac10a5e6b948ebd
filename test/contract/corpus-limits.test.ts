import { appendFileSync } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDocumentParser } from '../../activities/documents/document-parser.ts';
import { readDocument } from '../../activities/documents/document-reading.ts';
import { readRegularFile } from '../../activities/documents/file-reading.ts';
import type { ParseQuestion } from '../../activities/documents/parse-protocol.ts';
import { readInParts } from '../../activities/documents/pdf-parts.ts';
import { pdfWithPages, writeFiles } from '../support/builders/corpus-fixtures.ts';
import { createTestCorpus, LAMP, type TestCorpus } from '../support/builders/test-corpus.ts';

const MEGABYTE = 1_024 ** 2;
const WORDS = 'keeper lamp oil wick quay storm bell fog rope boat tide harbour ladder signal night watch log'.split(
  ' ',
);

/** A different text on every page: lines that all pages share count as running heads. */
function entryOf(page: number): string {
  const words = Array.from({ length: 60 }, (_, index) => WORDS[(page * 31 + index * (page + 3)) % WORDS.length]);
  return [0, 1, 2, 3, 4].map((line) => words.slice(line * 12, line * 12 + 12).join(' ')).join('\n');
}

describe('a folder beyond the limits', () => {
  let corpus: TestCorpus;

  beforeEach(async () => {
    corpus = await createTestCorpus();
    await writeFiles(corpus.folder, { 'a.md': LAMP });
  });
  afterEach(() => corpus.dispose());

  it('skips a file of 2 GB by its size, and nothing else', async () => {
    const file = await open(join(corpus.folder, 'huge.txt'), 'w');
    await file.truncate(2_048 * MEGABYTE);
    await file.close();
    const before = process.memoryUsage.rss();
    const report = await corpus.update({ maxFileBytes: 50 * MEGABYTE });

    expect(report.files).toBe(1);
    expect(report.skippedFiles).toEqual([{ locator: 'huge.txt', reason: 'larger than the limit of 50 MB' }]);
    expect(report.bytesRead).toBeLessThan(1_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(500 * MEGABYTE);
  });

  it('is read file by file; the first hundred unreadable files are listed and all are counted', async () => {
    const numbers = Array.from({ length: 1_000 }, (_, index) => index);
    const notes = numbers.map((number) => [`notes/n${number}.md`, `# Note ${number}\n\nOil, wick and weather.\n`]);
    const photos = numbers.map((number) => [`photos/p${number}.png`, 'png']);
    await writeFiles(corpus.folder, Object.fromEntries([...notes, ...photos]) as Record<string, string>);
    const report = await corpus.update();

    expect(report).toMatchObject({ files: 1_001, added: 1_001, skippedCount: 1_000 });
    expect(report.skippedFiles).toHaveLength(100);
    expect(await corpus.update()).toMatchObject({ files: 1_001, added: 0, bytesRead: 0 });
  }, 240_000);
});

describe('a PDF of a thousand pages', () => {
  const request = {
    content: { bytes: pdfWithPages(Array.from({ length: 1_000 }, (_, index) => `Log of the quay\n${entryOf(index)}`)) },
    locator: 'log.pdf',
    format: 'pdf',
    charset: null,
    knownHash: null,
  } as const;
  const { signal } = new AbortController();

  it('is read in parts within bounded memory, as if it had been read at once', async () => {
    const parser = createDocumentParser({ timeLimitMs: 200_000, memoryLimitBytes: 700 * MEGABYTE, concurrency: 2 });
    const told: number[][] = [];
    const outcome = await parser.parse(request, signal, (...pages) => void told.push(pages));
    await parser.close();
    const atOnce = await readDocument(request.content.bytes, 'pdf', request.locator);

    expect(outcome).toMatchObject({ kind: 'parsed', document: { ...atOnce, problem: null, title: 'Log of the quay' } });
    expect(outcome.kind === 'parsed' && outcome.passages.at(-1)?.page).toBe(1_000);
    expect(told).toEqual([
      [0, 1_000],
      [500, 1_000],
      [1_000, 1_000],
    ]);
  }, 240_000);

  it('is skipped when one part takes too long, with its pages', async () => {
    const asked: ParseQuestion[] = [];
    const ask = async (question: ParseQuestion) => {
      asked.push(question);
      return { kind: 'unreadable', reason: 'takes longer than 60 s to read' } as const;
    };
    const outcome = await readInParts({ request, contentHash: '', pages: 1_200 }, ask, 1, () => undefined);

    expect(outcome).toEqual({ kind: 'unreadable', reason: 'takes longer than 60 s to read (pages 1 to 500)' });
    expect(asked).toHaveLength(1);
  });
});

describe('a file that changes while it is read', () => {
  let corpus: TestCorpus;
  let path: string;

  beforeEach(async () => {
    corpus = await createTestCorpus();
    path = join(corpus.folder, 'watch.log');
    await writeFile(path, 'The lamp is lit.\n');
  });
  afterEach(() => corpus.dispose());

  /** Appends to the file between the steps of its reading, so many times at most. */
  async function readWhileAppending(times: number): Promise<string> {
    let isOver = false;
    const reading = readRegularFile(path).finally(() => {
      isOver = true;
    });
    reading.catch(() => undefined);
    for (let time = 0; time < times && !isOver; time++) {
      appendFileSync(path, 'The keeper is awake.\n');
      await setImmediate();
    }
    return Buffer.from(await reading).toString();
  }

  it('is read again until it stays unchanged', async () => {
    expect(await readWhileAppending(2)).toBe(await readFile(path, 'utf8'));
  });

  it('is given up when it keeps changing', async () => {
    await expect(readWhileAppending(Number.POSITIVE_INFINITY)).rejects.toThrow('keeps changing while it is read');
  });
});
