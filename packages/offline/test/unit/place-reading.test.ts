import { describe, expect, it } from 'vitest';
import { createPlaceReader } from '../../passages/readings.ts';

/** Reads the part of a passage that is these words. */
function read(text: string, words: string): string {
  const start = text.indexOf(words);
  return createPlaceReader(text)({ start, end: start + words.length });
}

describe('createPlaceReader', () => {
  it.each([
    [
      'a row with the names of its columns',
      '| name | default | unit |\n|---|---|---|\n| lamp_hours | 9 | hours |',
      '| lamp_hours | 9 | hours |',
      'lamp_hours — default: 9; unit: hours',
    ],
    [
      'a row that begins with a figure by all of its columns',
      '| year | ships |\n|---|---|\n| 1890 | 4,100 |',
      '| 1890 | 4,100 |',
      'year: 1890; ships: 4,100',
    ],
    ['a row without bars at its ends', 'lamp | hours\n--- | ---\nquay | 7', 'quay | 7', 'quay — hours: 7'],
    [
      'a row of HTML',
      '<table><tr><th>Lamp</th><th>Hours</th></tr><tr><td>Mole</td><td><b>9</b>&nbsp;h</td></tr></table>',
      '<td>Mole</td><td><b>9</b>&nbsp;h</td>',
      'Mole — Hours: 9 h',
    ],
    ['a row of a table without a header', '| mole | 9 hours |', '| mole | 9 hours |', 'mole — 9 hours'],
    [
      'a definition',
      'Wick\n: The cord that draws up the oil.',
      'Wick\n: The cord that draws up the oil.',
      'Wick: The cord that draws up the oil.',
    ],
    [
      'a definition of HTML',
      '<dl><dt>Wick</dt><dd>The cord that draws up the oil.</dd></dl>',
      'Wick</dt><dd>The cord that draws up the oil.',
      'Wick: The cord that draws up the oil.',
    ],
    [
      'a sentence without its tags and images',
      '<p>The lamp burns <b>nine</b>\nhours. ![The lamp](lamp.png)</p>',
      'The lamp burns <b>nine</b>\nhours. ![The lamp](lamp.png)',
      'The lamp burns nine hours.',
    ],
    [
      'code as it is',
      'Put it into `<main>` and close it.',
      'Put it into `<main>` and close it.',
      'Put it into `<main>` and close it.',
    ],
  ])('reads %s', (_, text, words, shown) => {
    expect(read(text, words)).toBe(shown);
  });

  it('shows a passage in lines, and says how much of its list it leaves out', () => {
    const text = 'The keeper counts:\n\n- ropes\n- lamps\n- whales\n- boats\n\nThen he sleeps.';
    const reader = createPlaceReader(text);
    const linesUntil = (end: string) => reader({ start: 0, end: text.indexOf(end) + end.length });

    expect(linesUntil('lamps')).toBe('The keeper counts:\n• ropes\n• lamps\n• … (+2)');
    expect(linesUntil('boats')).toBe('The keeper counts:\n• ropes\n• lamps\n• whales\n• boats');
    expect(linesUntil('sleeps.')).toMatch(/boats\nThen he sleeps\.$/);
  });

  it.each([
    ['the rest of a sentence', 'The lamp burns oil, which is dear.', 'The lamp burns oil', 'The lamp burns oil …'],
    ['the beginning of a sentence', 'The lamp burns oil, which is dear.', 'which is dear.', '… which is dear.'],
    [
      'the list below its introduction',
      'The keeper counts:\n\n- ropes\n- lamps',
      'The keeper counts:',
      'The keeper counts:\n• … (+2)',
    ],
    ['the code below its introduction', 'Light it:\n\n```\nlight mole\n```', 'Light it:', 'Light it: …'],
    [
      'the entries before',
      'Whoever\n\n1. lights it,\n2. cleans it,\n\nis paid.',
      'cleans it,\n\nis paid.',
      '… 2. cleans it,\nis paid.',
    ],
    ['rows', '| a | b |\n|---|---|\n| x | 1 |\n| y | 2 |', '| x | 1 |', 'x — b: 1\n• … (+1)'],
    ['nothing before code of its own', 'Light it:\n\n    light mole', 'light mole', '`light mole`'],
    ['nothing of a sentence before a list of its own', 'It is dear.\n\n- ropes', 'It is dear.', 'It is dear.'],
  ])('says that a passage leaves out %s', (_, text, words, shown) => {
    expect(read(text, words)).toBe(shown);
  });

  it.each([
    ['code with its indentation', '```yaml\nlamp:\n  hours: 9\n```', '`lamp:`\n`  hours: 9`'],
    [
      'indented code in its lines',
      'Light it:\n\n    > light mole\n    lit\n\nIt burns.',
      'Light it:\n`> light mole`\n`lit`\nIt burns.',
    ],
    ['indented words below a list as words', '- Oil.\n\n    It is dear.', '• Oil.\nIt is dear.'],
    [
      'what a template holds in its lines',
      'Run:\n\n{{< highlight bash >}}\nlight mole\nlight quay\n{{< / highlight >}}',
      'Run:\nlight mole\nlight quay',
    ],
    [
      'words without tags of unknown elements',
      '<Lamp name="a `b` c">\n\nBurns a `Map<Oil>` for <hours>.\n\n</Lamp>',
      'Burns a `Map<Oil>` for <hours>.',
    ],
    ['a quotation without a bullet', 'Light it:\n\n> Note: oil is dear.', 'Light it:\nNote: oil is dear.'],
    ['all entries of a list alike', '- ropes\n- lamps', '• ropes\n• lamps'],
  ])('shows %s', (_, text, shown) => {
    expect(read(text, text)).toBe(shown);
  });
});
