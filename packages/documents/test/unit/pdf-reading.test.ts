import { traceToLayer } from '@plumbline/documents/text-layer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  column,
  drawing,
  pdfOfDrawings,
  pdfOfLines,
  type PlacedLine,
} from '../../../../test/support/builders/document-fixtures.ts';
import { readPdf } from '../../pdf/pdf-reading.ts';

const WATCH =
  'The keeper lights the lamp before the tide turns and writes the hour into the book that lies on the table. ' +
  'When fog comes up he rings the bell until no ship can be seen, and only then he goes to sleep.';

async function pagesOf(pages: readonly (readonly PlacedLine[])[], catalog?: string) {
  const document = await readPdf(pdfOfLines(pages, catalog));
  return { ...document, texts: (document.pages ?? []).map(({ start, end }) => document.text.slice(start, end)) };
}

/** Words in a line, as a typesetter puts them: `^` raises the next piece, `_` lowers it. */
function shiftedLine(text: string, y: number, isApart: boolean): PlacedLine[] {
  let x = 72;
  return text.split(/([\^_][^ ^_]+(?=[ ^_.])|[\^_]\S+$)/).flatMap((piece) => {
    if (piece === '') return [];
    const shift = { '^': 4, _: -2 }[piece.slice(0, 1)];
    const words = shift === undefined ? piece : piece.slice(1);
    const size = shift === undefined ? 10 : 6;
    const placed = { text: words, x, y: y + (shift ?? 0), size };
    x += words.length * size * 0.6 + (isApart ? 3 : 0);
    return [placed];
  });
}

describe('raised and lowered words of a PDF', () => {
  it.each([
    ['The dose is 10^-3 Sv at most', 'The dose is 10⁻³ Sv at most'],
    ['The floor bears 5 kN/m^2 at most', 'The floor bears 5 kN/m² at most'],
    ['There are 2^60 lamps on it', 'There are 2⁶⁰ lamps on it'],
    ['It is 10^2.5 lamps wide', 'It is 10^(2.5) lamps wide'],
    ['The oil holds H_2 and CO_2 in it', 'The oil holds H₂ and CO₂ in it'],
    ['The keeper^3 of the lamp sleeps', 'The keeper[^3] of the lamp sleeps'],
    ['Shut since 2019^4 for the night', 'Shut since 2019[^4] for the night'],
    ['This is the 1^st lamp of all', 'This is the 1st lamp of all'],
    ['Words without any shift', 'Words without any shift'],
  ])('stay so: %s', async (line, expected) => {
    for (const isApart of [false, true]) {
      const { text, textLayer } = await pagesOf([shiftedLine(line, 700, isApart)]);
      expect(text).toBe(expected);
      const shown = traceToLayer(textLayer ?? { text: '', map: [] }, { start: 0, end: text.length });
      expect(shown?.text.slice(0, 5)).toBe(expected.slice(0, 5));
    }
  });

  it('are not what a line begins with, nor large or level words', async () => {
    const { text } = await pagesOf([
      [
        { text: '5', x: 72, y: 704, size: 6 },
        { text: 'A note stands here', x: 80, y: 700 },
        { text: 'SMALL', x: 72, y: 600, size: 6 },
        { text: 'letters on the line', x: 100, y: 600 },
      ],
    ]);

    expect(text).toBe('5 A note stands here\n\nSMALL letters on the line');
  });
});

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

    await expect(readPdf(pdf)).rejects.toThrow('the text layer is damaged; another program must renew it by OCR');
  });

  it('costs only the pages that have it', async () => {
    const pages = [column(`${WATCH} ${WATCH}`, {}), column(shifted(`${WATCH} ${WATCH}`), {}), column(WATCH, {})];
    const { texts, problem } = await pagesOf(pages);

    expect(texts).toEqual([`${WATCH} ${WATCH}`, '', WATCH]);
    expect(problem).toBe('page 2: the text layer is damaged; another program must renew it by OCR');
  });
});

describe('what a PDF holds beside its text layer', () => {
  const WORDS = drawing({ text: 'The turbine hall is inspected in spring by the leader of the shift.', x: 72, y: 700 });
  const SCAN = 'q 400 0 0 400 72 72 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \u00ff EI Q';
  const field = (type: string, value: string) =>
    `<< /Type /Annot /Subtype /Widget /FT /${type} /T (field) /Rect [72 500 300 520] ${value} >>`;
  const annotation = (subtype: string, words: string) =>
    `<< /Type /Annot /Subtype /${subtype} /Rect [72 400 300 420] ${words === '' ? '' : `/Contents (${words})`} >>`;

  it.each<[string, readonly string[], readonly string[], string | null]>([
    ['pages of text', [WORDS, WORDS], [], null],
    ['an empty page', [WORDS, '', WORDS], [], null],
    ['an empty page with a frame', [WORDS, '72 72 400 400 re S'], [], null],
    ['a scanned page', [WORDS, SCAN], [], 'page 2: no text; set PLUMBLINE_OCR=eng to read scans'],
    [
      'scanned pages',
      [WORDS, SCAN, SCAN, WORDS, SCAN, SCAN],
      [],
      'pages 2–3, 5–6: no text; set PLUMBLINE_OCR=eng to read scans',
    ],
    ['a picture beside words', [`${WORDS} ${SCAN}`], [], null],
    [
      'a page of drawn letters',
      [WORDS, '72 72 m 90 90 l S '.repeat(40)],
      [],
      'page 2: no text; set PLUMBLINE_OCR=eng to read scans',
    ],
    ['an empty field', [WORDS], [`/Annots [${field('Tx', '')}]`], null],
    ['a link', [WORDS], [`/Annots [${annotation('Link', '')}]`], null],
    ['a mark without words', [WORDS], [`/Annots [${annotation('Highlight', '')}]`], null],
    ['a comment', [WORDS], [`/Annots [${annotation('Text', 'See the log')}]`], null],
    [
      'a comment on a scanned page',
      [WORDS, SCAN],
      ['', `/Annots [${annotation('Text', 'See the log')}]`],
      'page 2: no text; set PLUMBLINE_OCR=eng to read scans',
    ],
  ])('is told of %s', async (_, drawings, entries, problem) => {
    expect((await readPdf(pdfOfDrawings(drawings, entries))).problem).toBe(problem);
  });
});
