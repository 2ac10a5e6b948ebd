import { describe, expect, it } from 'vitest';
import { statementUnits } from '../../passages/statement-units.ts';

const textsOf = (passage: string, language = 'en') =>
  statementUnits(passage, language).map(({ text }) => text.replace(/\s+/g, ' '));

describe('statementUnits', () => {
  it('offers sentences, and pairs of neighbours', () => {
    expect(textsOf('The lamp burns for nine hours. The keeper fills it at dusk.')).toEqual([
      'The lamp burns for nine hours.',
      'The keeper fills it at dusk.',
      'The lamp burns for nine hours. The keeper fills it at dusk.',
    ]);
  });

  it('includes the previous sentence when a sentence depends on it', () => {
    const texts = textsOf('The lamp burns for nine hours. This holds for a trimmed wick only.');

    expect(texts).toContain('The lamp burns for nine hours. This holds for a trimmed wick only.');
  });

  it('keeps the definition of a name together', () => {
    const definition = '`burnTime` {number} How long the lamp burns. Use `0` to leave it dark. **Default:** `9`.';

    expect(textsOf(`* ${definition}\n* \`oil\` {string} Kind of the oil in the lamp.`)).toContain(definition);
  });

  it('joins entries of a list with their introduction', () => {
    const texts = textsOf('Die Lampe brennt\n\n1.  neun Stunden mit Rapsöl,\n\n2.  sieben Stunden mit Tran.', 'de');

    expect(texts).toContain('Die Lampe brennt 1. neun Stunden mit Rapsöl, 2. sieben Stunden mit Tran.');
  });

  it('joins an entry with its indented continuation', () => {
    const texts = textsOf('1.  in engen Häfen\n\n    nachts höchstens 35 Lichter,\n\n    tags keines', 'de');

    expect(texts).toContain('in engen Häfen nachts höchstens 35 Lichter, tags keines');
  });

  it('never reaches across code', () => {
    const texts = textsOf(
      'Light the lamp like this:\n\n```js\nlamp.light()\n```\n\nthen wait until the flame is steady.',
    );

    expect(texts.some((text) => text.includes('lamp.light') && text.includes('flame'))).toBe(false);
  });

  it.each([
    'See also the tide rules.',
    'Does the lamp burn all night long?',
    'Copyright 2020 The Harbour Board.',
    'Oil ......... 12',
  ])('leaves out "%s"', (text) => {
    expect(textsOf(text)).toEqual([]);
  });

  it('gives an entry the words that introduce it, through all levels of the list', () => {
    const units = statementUnits(
      'Die Lampe brennt\n\n1.  im Hafen\n\n    a)  bei Nebel zwölf Stunden,\n\n    b)  sonst neun Stunden.',
      'de',
    );

    expect(units.find(({ text }) => text === 'bei Nebel zwölf Stunden,')?.introduction).toBe(
      'Die Lampe brennt im Hafen',
    );
  });

  it('offers rows of a table that is written as a list of lists, introduced by the header', () => {
    const table =
      '*    *   Depth in metres\n\n    *   Boats\n\n*    *   10 – 20\n\n    *   300 400\n\n*    *   20 – 30\n\n    *   50';
    const row = statementUnits(table, 'en').find(({ text }) => text.includes('10 – 20'));

    expect(row?.text.replace(/\s+/g, ' ')).toBe('* 10 – 20 * 300 400');
    expect(row?.introduction).toContain('Depth in metres');
  });

  it.each([
    ['a row', '| lamp | hours |\n|---|---|\n| mole lamp | nine hours |', '| mole lamp | nine hours |'],
    ['a row without bars at its ends', 'lamp | hours\n--- | ---\nmole lamp | nine hours', 'mole lamp | nine hours'],
    ['a row of HTML', '<table>\n<tr><td>mole lamp</td><td>9</td></tr>\n</table>', '<td>mole lamp</td><td>9</td>'],
    ['code', '```sh\nlamp light --mole --hours 9\n```', 'lamp light --mole --hours 9'],
    ['code of HTML', '<pre><code>lamp light --mole --hours 9</code></pre>', 'lamp light --mole --hours 9'],
    ['a definition', 'Wick\n: The cord that draws up the oil.', 'Wick : The cord that draws up the oil.'],
    ['a named entry', '**Wick** — the cord that draws up the oil.', '**Wick** — the cord that draws up the oil.'],
    ['a list of facts', '* Type: number\n* Default: nine hours', 'Type: number * Default: nine hours'],
    ['a paragraph of HTML', '<p>The lamp burns for nine hours.</p>', 'The lamp burns for nine hours.'],
    ['a sentence before an image', 'The lamp burns for nine hours. ![It](a.png)', 'The lamp burns for nine hours.'],
    ['a sentence behind an image', '![It](a.png) The lamp burns for nine hours.', 'The lamp burns for nine hours.'],
    ['a sentence with a footnote', 'The lamp burns for nine hours.[^1]', 'The lamp burns for nine hours.'],
  ])('offers %s', (_, passage, text) => {
    expect(textsOf(passage)).toContain(text);
  });

  it('never offers a header, or part of a program', () => {
    const program = `\`\`\`js\n${'lamp.light();\n\nlamp.trimTheWick();\n'.repeat(9)}\`\`\``;

    expect(textsOf(`| lamp of the mole | hours of burning |\n|---|---|\n\n${program}`)).toEqual([]);
  });

  it('quotes short units together with the previous one', () => {
    expect(textsOf('# Start\n\n```sh\nlamp on\n```')).toEqual(['Start ```sh lamp on']);
  });
});
