import { problemOfLanguages } from '@plumbline/documents/scans';
import { createFolderCorpusIndex } from '@plumbline/search/folders';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../../../../test/support/builders/corpus-fixtures.ts';
import { drawing, pdfOfDrawings } from '../../../../test/support/builders/document-fixtures.ts';
import { drawText, imageOperators, pgmOf } from '../../../../test/support/builders/drawn-text.ts';
import { createTestCorpus, LAMP, type TestCorpus } from '../../../../test/support/builders/test-corpus.ts';

const SCAN = drawText(['THE PUMP HOUSE OF THE NORTH DOCK', 'IS CLOSED FROM MAY 14 TO MAY 27']);
const WORDS = drawing({ text: 'The south dock is open all year.', x: 72, y: 700 });

describe.skipIf(problemOfLanguages('eng') !== null)('scans in a corpus folder (needs @tesseract.js-data/eng)', () => {
  let corpus: TestCorpus;

  beforeEach(async () => {
    corpus = await createTestCorpus();
    const scans = [SCAN, drawText(['THE CRANE LIFTS 26 TONS']), drawText(['THE SOUTH GATE IS OPEN'])];
    const [first = '', ...others] = scans.map((page) => imageOperators({ page }));
    await writeFiles(corpus.folder, {
      'dock.pdf': pdfOfDrawings([WORDS, first, WORDS, ...others]),
      'key.pgm': pgmOf(SCAN),
      'lamp.md': LAMP,
    });
  });
  afterEach(() => corpus.dispose());

  const update = async (ocr: string | null) => {
    const { home, folder: directory } = corpus;
    const index = createFolderCorpusIndex({ home, ocr, blobs: createFileBlobStore(home), now: () => new Date() });
    const told: (readonly [number, number])[] = [];
    const report = await index.update({
      directory,
      signal: new AbortController().signal,
      onProgress: ({ pages }) => void (pages !== undefined && told.push([pages.done, pages.total])),
    });
    const { hits } = await index.search({ ...report, query: 'pump house', language: 'en', topK: 9 });
    const pages = hits.map(({ locator, passage: { page, recognised } }) => ({ locator, page, recognised }));
    return { report, told, pages, sources: await index.sourcesOf(report.corpusId) };
  };

  it('are read when OCR is switched on, again when it is switched off, and only they', async () => {
    const off = await update(null);
    const on = await update('eng');
    const same = await update('eng');
    const offAgain = await update(null);

    expect(off.report.skippedFiles).toEqual([
      {
        locator: 'dock.pdf',
        reason: 'pages 2, 4–5: no text; set PLUMBLINE_OCR=eng to read scans',
        isPartial: true,
      },
      { locator: 'key.pgm', reason: 'a picture; set PLUMBLINE_OCR=eng to read scans' },
    ]);
    expect(off.pages).toEqual([]);
    expect(on.report).toMatchObject({ added: 1, changed: 1, removed: 0 });
    expect(on.report.skippedFiles.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^pages 2, 4–5: read by OCR, 9\d % sure$/),
      expect.stringMatching(/^page 1: read by OCR, 9\d % sure$/),
    ]);
    expect(on.pages.map(({ locator, page }) => `${locator} ${page}`).sort()).toEqual(['dock.pdf 2', 'key.pgm 1']);
    expect(on.pages.every(({ recognised = 0 }) => recognised > 85)).toBe(true);
    expect(on.told.at(-1)).toEqual([3, 3]);
    expect(same.report).toMatchObject({ added: 0, changed: 0, removed: 0 });
    expect(offAgain.report).toMatchObject({ added: 0, changed: 1, removed: 1 });
    expect(offAgain.pages).toEqual([]);
    expect(
      on.sources.map(({ locator, recognisedPages }) => [locator, recognisedPages?.map(({ page }) => page)]),
    ).toEqual([
      ['dock.pdf', [2, 4, 5]],
      ['key.pgm', [1]],
      ['lamp.md', undefined],
    ]);
  });
});
