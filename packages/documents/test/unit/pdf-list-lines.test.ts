import { describe, expect, it } from 'vitest';
import { pdfOfLines } from '../../../../test/support/builders/document-fixtures.ts';
import { readPdf } from '../../pdf/pdf-reading.ts';

async function linesOf(lines: readonly string[]): Promise<string[]> {
  const { text } = await readPdf(pdfOfLines([lines.map((line, at) => ({ text: line, x: 72, y: 700 - at * 12 }))]));
  return text.split('\n').filter((line) => line !== '');
}

const dotted = (title: string, page: string, dot = '.'): string => `${title} ${dot.repeat(24).trim()} ${page}`;

describe('lines of a list in a PDF', () => {
  it.each([
    [
      'a table of contents',
      [dotted('Buoys of the north', '3'), dotted('Buoys', '14'), dotted('Lamps of the south', '20')],
    ],
    ['dots with spaces', [dotted('Buoys', '3', '. '), dotted('Lamps', '14', '. '), dotted('Bells', '20', '. ')]],
    ['Roman numbers', [dotted('Preface', 'iv'), dotted('Thanks', 'vii'), dotted('Signs', 'xii')]],
    ['numbers of things', ['BUOY-17-1, a red buoy of the north', 'BUOY-205-1, a green one', 'BUOY-9-1. a bell buoy']],
    [
      'numbers of requirements',
      ['V1.2 The lamp is lit at dusk by hand', 'V1.10 The bell is rung', 'V2.1 The fog is told'],
    ],
  ])('stay apart: %s', async (_, lines) => {
    expect(await linesOf(lines)).toEqual(lines);
  });

  it.each([
    ['a sentence that names such a number', ['The keeper rings the bell of', 'BUOY-17 when there is fog.']],
    ['a sentence with dots', ['The keeper waits ... and then', '7 boats come home to the quay.']],
    ['plain numbers', ['12 boats came, and in the year', '1998 boats of all kinds came.']],
  ])('are joined where they are none: %s', async (_, lines) => {
    expect(await linesOf(lines)).toEqual([lines.join(' ')]);
  });
});
