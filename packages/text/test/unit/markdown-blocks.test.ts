import { splitBlocks } from '@plumbline/text/markdown-blocks';
import { describe, expect, it } from 'vitest';

/** Kinds and texts of the blocks of a Markdown text. */
function blocksOf(text: string): string[] {
  return splitBlocks(text).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
}

describe('a line of Markdown', () => {
  it.each([
    ['|---|---|', 'table: |---|---|'],
    ['+-----+-----+', 'table: +-----+-----+'],
    ['  --- | ---', 'table: --- | ---'],
    [':---:|:---:', 'table: :---:|:---:'],
    ['-|---- x', 'prose: -|---- x'],
    ['--+ --', 'prose: --+ --'],
    ['-- ---|', 'prose: -- ---|'],
    ['---+ -- : --', 'table: ---+ -- : --'],
    ['# Oil', 'heading: Oil'],
    ['## Oil and wick ##', 'heading: Oil and wick'],
    ['## Oil #1', 'heading: Oil #1'],
    ['### C# ', 'heading: C#'],
    ['##\tOil\t#\t', 'heading: Oil'],
    ['#Oil', 'prose: #Oil'],
  ])('is read as what it is: %s', (line, block) => {
    expect(blocksOf(`${line}\n`)).toEqual([block]);
  });

  // Each took from seconds to hours, or the whole process, when one pattern read it.
  it.each([
    ['dashes', '-'.repeat(50_000)],
    ['dashes and blanks', '- '.repeat(25_000)],
    ['borders', '+-'.repeat(25_000)],
    ['bars', ':-|'.repeat(15_000)],
    ['blanks behind a heading', `# Oil${' '.repeat(50_000)}`],
    ['marks behind a heading', `# Oil${' #'.repeat(25_000)}`],
  ])('of any length is read, with what comes after it: %s', (_kind, line) => {
    expect(blocksOf(`# Valve\n\n${line}y\n\nThe valve is red.\n`).at(-1)).toBe('prose: The valve is red.');
  });
});
