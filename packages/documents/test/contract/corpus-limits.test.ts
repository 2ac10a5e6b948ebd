import { appendFileSync } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { readRegularFile } from '@plumbline/documents/files';
import { createDocumentParser } from '@plumbline/documents/parser';
import { readDocument } from '@plumbline/documents/reading';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pdfRepeatingPages, pdfWithPages, writeFiles } from '../../../../test/support/builders/corpus-fixtures.ts';
import { createTestCorpus, LAMP, type TestCorpus } from '../../../../test/support/builders/test-corpus.ts';
import type { ParseQuestion, ParseReply } from '../../parsing/parse-protocol.ts';
import { readInParts } from '../../parsing/pdf-in-parts.ts';
import type { LayerPart } from '../../pdf/pdf-layer-parts.ts';

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
  });
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
  });

  it('is skipped when its first part takes too long, with its pages', async () => {
    const asked: ParseQuestion[] = [];
    const ask = async (question: ParseQuestion) => {
      asked.push(question);
      return { kind: 'unreadable', reason: 'takes longer than 60 s to read' } as const;
    };
    const pdf = { request, contentHash: '', byteLength: 1_000_000, pages: 1_200 };
    const outcome = await readInParts(pdf, 1, { ask, hasTime: () => true, onPages: () => undefined });

    expect(outcome).toEqual({ kind: 'unreadable', reason: 'takes longer than 60 s to read (pages 1 to 500)' });
    expect(asked).toHaveLength(1);
  });
});

describe('a PDF that claims more than is read', () => {
  const partOf = (byteLength: number): LayerPart => ({
    text: '',
    numbers: Object.defineProperty(new Float64Array(), 'byteLength', { value: byteLength }),
  });
  const document = { problem: 'page 3: damaged' };
  const request = { content: { path: '' }, locator: '', format: 'pdf', charset: null, knownHash: null } as const;

  it.each([
    {
      beyond: 'what its bytes can hold',
      pdf: { pages: 102_400_000, byteLength: 2_066 },
      problem: 'pages 501 to 102400000 were not read: a file of 2066 bytes cannot hold them',
    },
    {
      beyond: 'what its bytes can hold, in the middle of a part',
      pdf: { pages: 50_000, byteLength: 14_000 },
      problem: 'pages 701 to 50000 were not read: a file of 14000 bytes cannot hold them',
    },
    {
      beyond: 'the most pages',
      pdf: { pages: 25_000, byteLength: 25_000_000 },
      problem: 'pages 20001 to 25000 were not read: at most 20000 pages are read',
    },
    {
      beyond: 'its time',
      pdf: { pages: 2_000, byteLength: 2_000_000 },
      parts: 3,
      problem: 'pages 1501 to 2000 were not read: reading takes too long',
    },
    {
      beyond: 'its memory',
      pdf: { pages: 2_000, byteLength: 2_000_000 },
      layerBytes: 600 * MEGABYTE,
      problem: 'pages 1001 to 2000 were not read: their text takes too much memory',
    },
    {
      beyond: 'a part that cannot be read',
      pdf: { pages: 2_000, byteLength: 2_000_000 },
      unreadable: 501,
      problem: 'pages 501 to 2000 were not read: damaged (pages 501 to 1000)',
    },
  ])(
    'keeps what comes before $beyond, and says so',
    async ({ pdf, parts = 99, layerBytes = 0, unreadable, problem }) => {
      const asked: ParseQuestion[] = [];
      const outcome = await readInParts({ request, contentHash: '', ...pdf }, 2, {
        ask: async (question) => {
          asked.push(question);
          if (question.kind === 'join') return { kind: 'parsed', document } as unknown as ParseReply;
          if (question.kind === 'pages' && question.pages.first === unreadable)
            return { kind: 'unreadable', reason: 'damaged' };
          return { kind: 'pages', part: partOf(layerBytes), pictures: [] };
        },
        hasTime: () => asked.length < parts,
        onPages: () => undefined,
      });
      const joined = asked.findLast(({ kind }) => kind === 'join');

      expect(outcome).toMatchObject({ document: { problem: `page 3: damaged; ${problem}` } });
      expect(joined).toMatchObject({ kind: 'join', parts: expect.any(Array) });
    },
  );

  it('costs as little as what is in it, and leaves the other files alone', async () => {
    const corpus = await createTestCorpus();
    const pages = Array.from({ length: 20 }, (_, page) => `Entry ${page} of the log\n${entryOf(page)}`);
    await writeFiles(corpus.folder, { 'a.md': LAMP, 'log.pdf': pdfRepeatingPages(pages, 40, 4) });
    const report = await corpus.update();

    expect(report).toMatchObject({ files: 2, skippedCount: 1 });
    expect(report.skippedFiles).toMatchObject([
      {
        locator: 'log.pdf',
        reason: expect.stringMatching(/^pages 7\d\d to 51200000 were not read: a file of \d+ bytes/),
      },
    ]);
    expect(await corpus.found(report.corpusId, 'whale oil')).toContain('a.md');
    expect(await corpus.found(report.corpusId, 'Entry 7 of the log')).toContain('log.pdf');
    await corpus.dispose();
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
