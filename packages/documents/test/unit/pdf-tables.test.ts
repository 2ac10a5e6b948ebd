import { describe, expect, it } from 'vitest';
import { column, pdfOfLines, type PlacedLine } from '../../../../test/support/builders/document-fixtures.ts';
import { readPdf } from '../../pdf/pdf-reading.ts';

const COLUMNS = [72, 220, 340];

/** Rows below each other; an empty cell is left out. */
function rowsOf(rows: readonly (readonly string[])[], top = 700, pitch = 12): PlacedLine[] {
  return rows.flatMap((cells, index) =>
    cells.flatMap((text, place) =>
      text === '' ? [] : [{ text, x: COLUMNS[place] ?? 0, y: top - index * pitch, size: 10 }],
    ),
  );
}

async function textOf(...pages: readonly (readonly PlacedLine[])[]): Promise<string> {
  return (await readPdf(pdfOfLines(pages))).text;
}

describe('tables of a PDF', () => {
  it('keep their rows and cells apart, below a header that names a column of figures', async () => {
    const text = await textOf([
      ...column('What the keepers burn in a night.', { top: 730 }),
      ...rowsOf([
        ['Lamp', 'Oil', 'Keeper'],
        ['north pier', '2 litres', 'Anna'],
        ['south pier', '3 litres', 'Berta'],
      ]),
      ...column('More in winter.', { top: 640 }),
    ]);

    expect(text).toBe(
      [
        'What the keepers burn in a night.',
        '',
        '| Lamp | Oil | Keeper |',
        '|---|---|---|',
        '| north pier | 2 litres | Anna |',
        '| south pier | 3 litres | Berta |',
        '',
        'More in winter.',
      ].join('\n'),
    );
  });

  it('have no header where the first row holds figures like the others', async () => {
    const rows = [
      ['1 Anna', '12 litres', 'as agreed'],
      ['2 Berta', '14 litres', 'since 1902'],
    ];

    expect(await textOf(rowsOf(rows))).toBe('| 1 Anna | 12 litres | as agreed |\n| 2 Berta | 14 litres | since 1902 |');
  });

  it('end at a heading between their rows', async () => {
    const heading = { text: 'Bells', x: 72, y: 670, size: 14 };
    const rows = (top: number) =>
      rowsOf(
        [
          ['north', 'rope'],
          ['south', 'chain'],
        ],
        top,
      );

    expect(await textOf([...rows(700), heading, ...rows(650)])).toBe(
      '| north | rope |\n| south | chain |\n\nBells\n\n| north | rope |\n| south | chain |',
    );
  });

  it('keep empty cells, and the lines of a cell together when it is the last one', async () => {
    const rows = [
      ['north pier', '', 'Anna and'],
      ['', '', 'her sister'],
      ['south pier', 'no oil', 'Berta'],
      ['east pier', '', ''],
      ['west pier', 'no oil', 'nobody'],
    ];

    expect(await textOf(rowsOf(rows))).toBe(
      [
        '| north pier | | Anna and her sister |',
        '| south pier | no oil | Berta |',
        '| east pier | | |',
        '| west pier | no oil | nobody |',
      ].join('\n'),
    );
  });

  it('are the labels and values of a form, without a header', async () => {
    const rows = [
      ['Name', 'in capital letters'],
      ['Boats', '1 or 2'],
      ['Harbour', 'as agreed'],
    ];

    expect(await textOf(rowsOf(rows, 700, 28))).toBe(
      '| Name | in capital letters |\n| Boats | 1 or 2 |\n| Harbour | as agreed |',
    );
  });

  it.each([
    [
      'numbered paragraphs',
      [
        ['(1)', 'The lamp burns'],
        ['(2)', 'The bell rings'],
        ['(3)', 'The keeper sleeps'],
      ],
    ],
    ['a single line', [['Harbour', 'May 1902']]],
  ])('are not %s', async (_, rows) => {
    expect(await textOf(rowsOf(rows))).not.toContain('|');
  });

  it('are not the wide spaces of justified text, which stand at other places in each line', async () => {
    const lines = [
      [72, 'The keeper of the'],
      [190, 'lamp is asleep and hears'],
      [72, 'nothing'],
      [140, 'of the bell that rings out'],
    ] as const;
    const placed = lines.map(([x, text], index) => ({ x, text, y: 700 - Math.floor(index / 2) * 12 }));

    expect(await textOf(placed)).not.toContain('|');
  });

  it('are not two columns of prose whose lines stand side by side', async () => {
    const words = 'the keeper lights the lamp before the tide turns and writes';
    const side = 'when fog comes up he rings the bell until no ship is seen';
    const placed = [0, 1, 2].flatMap((line) => [
      { text: words, x: 20, y: 700 - line * 12, size: 8 },
      { text: side, x: 320, y: 700 - line * 12, size: 8 },
    ]);

    expect(await textOf(placed)).not.toContain('|');
  });
});
