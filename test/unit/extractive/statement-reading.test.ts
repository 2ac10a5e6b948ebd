import { describe, expect, it } from 'vitest';
import { createStatementReader } from '../../../activities/offline-engine/passages/statement-reading.ts';

/** Reads the part of a passage that is these words. */
function read(text: string, words: string, headingPath: readonly string[] = []): string {
  const start = text.indexOf(words);
  const statement = createStatementReader({ text, headingPath })({ start, end: start + words.length });
  return `${statement.lead}${statement.words}`;
}

describe('createStatementReader', () => {
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
    ['a row without bars at its ends', 'lamp | hours\n--- | ---\nmole | 9\nquay | 7', 'mole | 9', 'mole — hours: 9'],
    [
      'a row of HTML',
      '<table><tr><th>Lamp</th><th>Hours</th></tr><tr><td>Mole</td><td><b>9</b>&nbsp;h</td></tr></table>',
      '<td>Mole</td><td><b>9</b>&nbsp;h</td>',
      'Mole — Hours: 9 h',
    ],
    ['a row of a table without a header', '| mole | 9 hours |', '| mole | 9 hours |', 'mole — 9 hours'],
    [
      'code behind the sentence that leads to it',
      'It is quiet. Light the lamp:\n\n```sh\nlamp light --mole\n```',
      'lamp light --mole',
      'Light the lamp: `lamp light --mole`',
    ],
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
    [
      'an entry with the sentence that it goes on with',
      'Der Wärter prüft:\n\n- den Docht,\n- das Öl der Lampe.',
      'das Öl der Lampe.',
      'Der Wärter prüft: das Öl der Lampe.',
    ],
    [
      'an entry without the one that was inserted above it',
      'Die Lampe brennt\n\n1.  auf der Mole neun Stunden,\n\n1a. am Kai acht Stunden,\n\n2.  im Hafen sieben Stunden.',
      'im Hafen sieben Stunden.',
      'Die Lampe brennt … im Hafen sieben Stunden.',
    ],
  ])('reads %s', (_, text, words, statement) => {
    expect(read(text, words)).toBe(statement);
  });

  it.each([
    ['code', '```\nlamp light --mole\n```', 'lamp light --mole', 'Lighting: `lamp light --mole`'],
    ['a pronoun', 'It burns for nine hours.', 'It burns for nine hours.', 'Lighting: It burns for nine hours.'],
    ['a German pronoun', 'Sie brennt neun Stunden.', 'Sie brennt neun Stunden.', 'Lighting: Sie brennt neun Stunden.'],
    [
      'a clause about it',
      'If this is `true`, it burns.',
      'If this is `true`, it burns.',
      'Lighting: If this is `true`, it burns.',
    ],
    ['a verb', 'Sets how long it burns.', 'Sets how long it burns.', 'Lighting: Sets how long it burns.'],
    ['mid-sentence', 'burns for nine hours.', 'burns for nine hours.', 'Lighting: burns for nine hours.'],
    ['facts', '* Type: number\n* Default: 9', 'Type: number\n* Default: 9', 'Lighting: Type: number; Default: 9'],
  ])('puts the heading before what begins with %s', (_, text, words, statement) => {
    expect(read(text, words, ['Lamp', 'Lighting'])).toBe(statement);
  });

  it.each([
    'The lamp burns for nine hours.',
    'Das Öl brennt neun Stunden.',
    'There is a second lamp.',
    'It is forbidden to swim here.',
    '`hours` {number} How long it burns.',
    'Lighting: It burns for nine hours.',
  ])('leaves "%s" unchanged', (text) => {
    expect(read(text, text, ['Lamp', 'Lighting'])).toBe(text);
  });

  it('puts the name of an option before statements without it', () => {
    const text = '#### `lamp.hours`\n\nHow long the lamp burns.';

    expect(read(text, 'How long the lamp burns.', ['lamp.hours'])).toBe('lamp.hours: How long the lamp burns.');
  });

  it('adds the heading above when the nearest is meaningless alone', () => {
    expect(read('Defaults to nine hours.', 'Defaults to nine hours.', ['lamp.hours', 'Default'])).toBe(
      'lamp.hours › Default: Defaults to nine hours.',
    );
  });

  it('shows a passage in lines, and says how much of its list it leaves out', () => {
    const text = 'The keeper counts:\n\n- ropes\n- lamps\n- whales\n- boats\n\nThen he sleeps.';
    const reader = createStatementReader({ text, headingPath: [] });
    const linesUntil = (end: string) => reader({ start: 0, end: text.indexOf(end) + end.length }, 'lines').words;

    expect(linesUntil('lamps')).toBe('The keeper counts:\n• ropes\n• lamps\n• … (+2)');
    expect(linesUntil('boats')).toBe('The keeper counts:\n• ropes\n• lamps\n• whales\n• boats');
    expect(linesUntil('sleeps.')).toMatch(/boats\nThen he sleeps\.$/);
  });
});
