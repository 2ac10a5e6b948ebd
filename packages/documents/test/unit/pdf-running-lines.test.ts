import { describe, expect, it } from 'vitest';
import { pdfOfLines, type PlacedLine } from '../../../../test/support/builders/document-fixtures.ts';
import { readPdf } from '../../pdf/pdf-reading.ts';

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

describe('running heads and feet of a PDF', () => {
  it('are left out, with counting page numbers, but stand once where nothing else says their words', async () => {
    const { texts } = await pagesOf(
      withMargins(
        4,
        () => 'Harbour rules 7/2014',
        (page) => `Page ${page} of 4`,
      ),
    );

    expect(texts).toEqual([
      'Harbour rules 7/2014\n\nEntry a tells of the weather.',
      ...['b', 'c', 'd'].map((letter) => `Entry ${letter} tells of the weather.`),
    ]);
  });

  it('are left out everywhere where the text says their words, and a foot stays on the last page', async () => {
    const [first = [], ...rest] = withMargins(
      4,
      () => 'Harbour rules',
      () => 'Printed by the tide office',
    );
    const said = { text: 'These are the rules of the harbour.', x: 72, y: 600 };
    const { texts } = await pagesOf([[...first, said], ...rest]);

    expect(texts.join('\n').match(/Harbour rules|tide office/g)).toEqual(['tide office']);
    expect(texts.at(-1)).toContain('Printed by the tide office');
  });

  it.each([
    ['a page word', (page: number) => `Harbour manual, page ${page}`],
    ['a page word in German', (page: number) => `Seite ${page} von 5`],
    ['a bar', (page: number) => `Harbour manual | ${page}`],
    ['a dot before the title', (page: number) => `${page} · Harbour manual`],
    ['dashes', (page: number) => `- ${page} -`],
  ])('are left out with a page number beside %s', async (_, foot) => {
    const { texts, pageLabels } = await pagesOf(
      withMargins(
        5,
        (page) => (page === 1 ? 'Harbour manual' : ''),
        (page) => foot(page + 6),
      ),
    );

    expect(texts.slice(0, 4).join(' ')).not.toMatch(/\b(?:7|8|9|10)\b/);
    expect(pageLabels).toEqual(['7', '8', '9', '10', '11']);
  });

  it.each([
    ['stations', (page: number) => `Boiler station ${page + 9}`],
    ['records from 1 on', (page: number) => `Inspection record ${page}`],
    ['days', (page: number) => `Day ${page} of the voyage`],
    ['a number before the name', (page: number) => `${page} Grave, north field`],
    ['two numbers', (page: number) => `Section ${page} covers page ${page}`],
  ])('are not lines whose figures number something else: %s', async (_, head) => {
    const { texts, pageLabels } = await pagesOf(withMargins(5, head, () => ''));

    expect(texts.map((text) => text.split('\n')[0])).toEqual([1, 2, 3, 4, 5].map(head));
    expect(pageLabels).toBeNull();
  });

  it('may differ on left and right pages', async () => {
    const { texts } = await pagesOf(
      withMargins(
        8,
        (page) => (page % 2 === 0 ? 'Harbour rules' : 'Third part'),
        () => '',
      ),
    );

    expect(texts.join(' ').match(/Harbour|Third/g)).toEqual(['Third', 'Harbour']);
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

describe('the title of a PDF', () => {
  const titleOf = async (pages: readonly (readonly PlacedLine[])[]) => (await pagesOf(pages)).title;

  it('is its running head where its properties name none', async () => {
    expect(
      await titleOf(
        withMargins(
          3,
          () => 'Harbour rules 2014',
          (page) => `Page ${page}`,
        ),
      ),
    ).toBe('Harbour rules 2014');
  });

  it('is neither a foot, a head that counts pages, nor the head of a single chapter', async () => {
    const chapter = (page: number) => (page > 3 ? 'On the lamp' : '');
    expect(
      await titleOf(
        withMargins(
          3,
          (page) => `Harbour rules, page ${page}`,
          () => 'Harbour press',
        ),
      ),
    ).toBeNull();
    expect(await titleOf(withMargins(8, chapter, () => '').slice(0, 7))).toBe('On the lamp');
    expect(
      await titleOf([
        ...withMargins(
          4,
          () => '',
          () => '',
        ),
        ...withMargins(
          3,
          () => 'On the lamp',
          () => '',
        ),
      ]),
    ).toBeNull();
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
