import { describe, expect, it } from 'vitest';
import { column, pdfOfLines, type PlacedLine } from '../../../../test/support/builders/document-fixtures.ts';
import { readPdf } from '../../pdf/pdf-reading.ts';

const WATCH =
  'The keeper lights the lamp before the tide turns and writes the hour into the book that lies on the table. ' +
  'When fog comes up he rings the bell until no ship can be seen, and only then he goes to sleep.';

async function pagesOf(pages: readonly (readonly PlacedLine[])[]) {
  const { text, pages: ranges } = await readPdf(pdfOfLines(pages));
  return { text, texts: (ranges ?? []).map(({ start, end }) => text.slice(start, end)) };
}

describe('sentences that run over to the next page of a PDF', () => {
  const bottom = (text: string): PlacedLine => ({ text, x: 72, y: 100 });
  const top = (text: string): PlacedLine => ({ text, x: 72, y: 690 });

  it.each([
    [
      'a sentence',
      'The lamp burns until the',
      'tide turns. Then it is cold.',
      'The lamp burns until the tide turns. Then',
    ],
    ['a divided word', 'Vorzulegen ist die Versiche-', 'rung des Hafens.', 'ist die Versicherung des Hafens.'],
    ['a sentence that is over', 'The lamp burns.', 'the tide turns.', 'The lamp burns.\n\nthe tide turns.'],
    ['a new sentence', 'The lamp burns', 'The tide turns.', 'The lamp burns\n\nThe tide turns.'],
    ['a list', 'The lamp burns', 'a) at night', 'The lamp burns\n\na) at night'],
  ])('are joined, and nothing else is: %s', async (_, last, first, expected) => {
    const { text, texts } = await pagesOf([[bottom(last)], [top(first)]]);

    expect(text).toContain(expected);
    expect(texts[0]).toBe(last.replace(/-$/, ''));
    expect(texts[1]).toBe(first);
  });

  it('may go on with a capital after the full line of a paragraph, but not with a heading after a short one', async () => {
    const words = 'befreit sind Mitglieder, die im Jahr zuvor zwei Monate gewacht haben, und dazu noch';
    const paragraph = column(words, { top: 124, width: 44 });
    const short = column('befreit sind Mitglieder, die im Jahr zuvor zwei Monate wachten', { top: 124, width: 44 });

    expect((await pagesOf([paragraph, [top('Eltern von Kindern.')]])).text).toBe(`${words} Eltern von Kindern.`);
    expect((await pagesOf([short, [top('Anlage')]])).text).toMatch(/wachten\n\nAnlage$/);
  });

  it.each([
    ['21 minutes after it was lit.', true],
    ['0.5% of the oil.', true],
    ['3 Duties', false],
    ['4. the bell', false],
  ])('go on with a number and what it counts: %s', async (first, isJoined) => {
    const words = 'The keeper trims the lamp when it burns. It must burn for';
    const { text } = await pagesOf([column(words, { top: 112, width: 44 }), [top(first)]]);

    expect(text).toBe(`${words}${isJoined ? ' ' : '\n\n'}${first}`);
  });

  it('are not footnotes', async () => {
    const { text } = await pagesOf([[{ ...bottom('as Anna says in'), size: 7 }], [top('tide turns.')]]);

    expect(text).toBe('as Anna says in\n\ntide turns.');
  });
});

describe('the lines of a paragraph of a PDF', () => {
  it('are as close as in the rest of the document on a page where most lines stand alone', async () => {
    const alone = Array.from({ length: 8 }, (_, index) => ({
      text: `Lamp ${'abcdefgh'[index]}`,
      x: 72,
      y: 640 - index * 24,
    }));
    const { texts } = await pagesOf([
      column(WATCH, { top: 700 }),
      [
        ...column('The lamp burns all night and the keeper sleeps while the', { top: 700 }),
        ...column('bell rings.', { top: 688 }),
        { text: 'Signature of the keeper', x: 72, y: 664 },
        ...alone,
      ],
    ]);

    expect(texts[1]).toContain('while the bell rings.\n\nSignature of the keeper\n\nLamp a\n\nLamp b');
  });
});
