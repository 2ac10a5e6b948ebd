import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../activities/documents/pdf-reading.ts';
import { traceToLayer } from '../../../activities/documents/text-layer.ts';
import { column, type PlacedLine, pdfOfLines } from '../../support/builders/document-fixtures.ts';

const WATCH =
  'The keeper lights the lamp before the tide turns and writes the hour into the book that lies on the table. ' +
  'When fog comes up he rings the bell until no ship can be seen, and only then he goes to sleep.';

async function pagesOf(pages: readonly (readonly PlacedLine[])[], catalog?: string) {
  const document = await readPdf(pdfOfLines(pages, catalog));
  return { ...document, texts: (document.pages ?? []).map(({ start, end }) => document.text.slice(start, end)) };
}

/** Pages with a different sentence each, and what stands above and below it. */
function withMargins(count: number, head: (page: number) => string, foot: (page: number) => string): PlacedLine[][] {
  return Array.from({ length: count }, (_, index) => [
    { text: head(index + 1), x: 72, y: 760 },
    { text: `Entry ${'abcdefgh'[index]} tells of the weather.`, x: 72, y: 500 },
    { text: foot(index + 1), x: 300, y: 40 },
  ]);
}

describe('paragraphs of a PDF', () => {
  it('join lines that are only layout, and are separated by a gap', async () => {
    const { text } = await pagesOf([
      [
        ...column('Rules of the watch', { top: 700, size: 16 }),
        ...column(WATCH, { top: 660 }),
        ...column('A new matter.', { top: 560 }),
      ],
    ]);

    expect(text).toBe(`Rules of the watch\n\n${WATCH}\n\nA new matter.`);
  });

  it('keep short lines separate that could have been longer', async () => {
    const lines = ['Hour and oil', 'One: two litres', ...column(WATCH, { width: 50 }).map((line) => line.text)];
    const { text } = await pagesOf([lines.map((line, index) => ({ text: line, x: 72, y: 700 - index * 12 }))]);

    expect(text).toBe(`Hour and oil\n\nOne: two litres\n\n${WATCH}`);
  });

  it('continue in the next column', async () => {
    const [left, right] = [column(WATCH, { width: 30, top: 700 }).slice(0, 3), column(WATCH, { width: 30 }).slice(3)];
    const { text } = await pagesOf([
      [...left, ...right.map((line, index) => ({ ...line, x: 330, y: 700 - index * 12 }))],
    ]);

    expect(text).toBe(WATCH);
  });

  it.each([
    [
      'a divided word',
      'ist eine Versiche-',
      'rung abzuschliessen und vorzulegen ist',
      'eine Versicherung abzuschliessen',
    ],
    ['a name with a hyphen', 'der Hafen in Baden-', 'Württemberg liegt weit im Land', 'in Baden-Württemberg liegt'],
    ['the rest of a compound', 'an jedem Ein-', 'und Ausgang steht ein Licht', 'jedem Ein- und Ausgang steht'],
    ['a number behind the hyphen', 'the isotope Cs-', '137 decays slowly enough', 'isotope Cs-137 decays'],
    ['a dash', 'the lamp -', 'as every evening it is lit', 'lamp - as every evening'],
  ])('handle %s at a line end', async (_, first, second, expected) => {
    const lines = ['x'.repeat(26), first.padStart(26, 'x '), second, 'short end'];
    const { text } = await pagesOf([lines.map((line, index) => ({ text: line, x: 72, y: 700 - index * 12 }))]);

    expect(text).toContain(expected);
  });

  it('leave out marks that are not characters, and lines with nothing else', async () => {
    const lines = ['Tick \u0001 the  box', '\u0002\u0003', 'and sign.'];
    const { text } = await pagesOf([lines.map((line, index) => ({ text: line, x: 72, y: 700 - index * 30 }))]);

    expect(text).toBe('Tick the box\n\nand sign.');
  });

  it('keep a hyphen that the document also writes inside lines', async () => {
    const lines = ['A well-known rule says that a well-', 'known lamp burns all night long'];
    const { text } = await pagesOf([lines.map((line, index) => ({ text: line, x: 72, y: 700 - index * 12 }))]);

    expect(text).toBe('A well-known rule says that a well-known lamp burns all night long');
  });
});

describe('running heads and feet of a PDF', () => {
  it('are left out, with counting page numbers', async () => {
    const { texts } = await pagesOf(
      withMargins(
        4,
        () => 'Harbour rules 7/2014',
        (page) => `Page ${page} of 4`,
      ),
    );

    expect(texts).toEqual(['a', 'b', 'c', 'd'].map((letter) => `Entry ${letter} tells of the weather.`));
  });

  it('may differ on left and right pages', async () => {
    const { texts } = await pagesOf(
      withMargins(
        8,
        (page) => (page % 2 === 0 ? 'Harbour rules' : 'Third part'),
        () => '',
      ),
    );

    expect(texts.join(' ')).not.toMatch(/Harbour|Third/);
  });

  it('are not the rows of a table that spans many pages', async () => {
    const rows = [812, 7, 94, 555, 31];
    const { texts } = await pagesOf(
      withMargins(
        5,
        (page) => `Oil ${rows[page - 1]} litres`,
        () => '',
      ),
    );

    expect(texts.map((text) => /Oil \d+ litres/.exec(text)?.[0])).toEqual(rows.map((row) => `Oil ${row} litres`));
  });

  it('are not lines in the middle of the page, or on only two pages', async () => {
    const form = Array.from({ length: 4 }, (_, index) => [
      { text: 'Name and birthday', x: 72, y: 500 },
      { text: index < 2 ? 'Harbour rules' : 'Chapter end', x: 72, y: 760 },
    ]);
    const { texts } = await pagesOf(form);

    expect(texts.map((text) => text.split('\n').at(0))).toEqual(Array(4).fill('Name and birthday'));
    expect(texts.join(' ')).toContain('Harbour rules');
  });
});

describe('page labels of a PDF', () => {
  it('are those of its catalogue', async () => {
    const pages = withMargins(
      4,
      () => '',
      () => '',
    );
    const { pageLabels } = await pagesOf(pages, '/PageLabels << /Nums [0 << /S /r >> 2 << /S /D >>] >>');

    expect(pageLabels).toEqual(['i', 'ii', '1', '2']);
  });

  it('are read from counting page numbers, Roman or Arabic', async () => {
    const foot = (page: number) => ['', 'iii', 'iv', 'v', '- 1 -', '- 2 -', '- 3 -'][page - 1] ?? '';
    const { pageLabels } = await pagesOf(withMargins(7, () => '', foot));

    expect(pageLabels).toEqual(['', 'iii', 'iv', 'v', '1', '2', '3']);
  });

  it.each([
    ['the catalogue numbers the pages as they lie', '/PageLabels << /Nums [0 << /S /D >>] >>', ''],
    ['page numbers are those of the pages as they lie', '', 'p. '],
  ])('are left out when %s', async (_, catalog, prefix) => {
    const { pageLabels } = await pagesOf(
      withMargins(
        4,
        () => '',
        (page) => (prefix === '' ? '' : `${prefix}${page}`),
      ),
      catalog,
    );

    expect(pageLabels).toBeNull();
  });
});

describe('the text layer of a PDF', () => {
  it('shows the words of a quote as in the file', async () => {
    const { text, textLayer } = await pagesOf([
      [
        { text: 'The keeper signs an insur-', x: 72, y: 700 },
        { text: 'ance before the tide turns.', x: 72, y: 688 },
      ],
    ]);
    const start = text.indexOf('an insurance before');

    expect(textLayer && traceToLayer(textLayer, { start, end: start + 19 })?.text).toBe('an insur-\nance before');
  });

  it('contains every character of the stored text except white space, for any words', async () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9().,-]{1,14}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 1, maxLength: 120 }),
        fc.integer({ min: 10, max: 70 }),
        async (words, width) => {
          const { text, textLayer } = await readPdf(pdfOfLines([column(words.join(' '), { width })]));
          const mapped = (textLayer?.map ?? []).map(({ start, originalStart, length }) => {
            const kept = text.slice(start, start + length);
            expect(textLayer?.text.slice(originalStart, originalStart + length)).toBe(kept);
            return kept;
          });

          expect(mapped.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
          expect(text.replaceAll(/[\s-]/g, '')).toBe(words.join('').replaceAll('-', ''));
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('a text layer that is damaged', () => {
  const shifted = (text: string) =>
    text.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(97 + ((letter.charCodeAt(0) - 94) % 26)));

  it('is a reason not to read the document', async () => {
    const pdf = pdfOfLines([column(shifted(`${WATCH} ${WATCH}`), {})]);

    await expect(readPdf(pdf)).rejects.toThrow('the text layer is damaged; it needs OCR first');
  });

  it('costs only the pages that have it', async () => {
    const pages = [column(`${WATCH} ${WATCH}`, {}), column(shifted(`${WATCH} ${WATCH}`), {}), column(WATCH, {})];
    const { texts, problem } = await pagesOf(pages);

    expect(texts).toEqual([`${WATCH} ${WATCH}`, '', WATCH]);
    expect(problem).toBe('page 2: the text layer is damaged; it needs OCR first');
  });
});
