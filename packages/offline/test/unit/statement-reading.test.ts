import { createStatementReader } from '@plumbline/offline/statements';
import { describe, expect, it } from 'vitest';

/** Reads the part of a passage that is these words. */
function read(text: string, words: string, headingPath: readonly string[] = []): string {
  const start = text.indexOf(words);
  const statement = createStatementReader({ text, headingPath })({ start, end: start + words.length });
  return `${statement.lead}${statement.words}`;
}

/** Reads the part of a passage that is these words as it is shown. */
function readLines(text: string, words: string): string {
  const start = text.indexOf(words);
  return createStatementReader({ text, headingPath: [] })({ start, end: start + words.length }, 'lines').words;
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
    expect(readLines(text, words)).toBe(shown);
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
    expect(readLines(text, text)).toBe(shown);
  });
});
