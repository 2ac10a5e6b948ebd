import { describe, expect, it } from 'vitest';
import { numberWords, type PlacedWords } from '../../../activities/report/verifying/cited-passages.ts';

const TEXT =
  'The lamp is old. It burns for nine hours. It has two wicks. The keeper trims them. Rain falls often. The mole is long. A gull sits on it.';

const wordsOf = (text: string, changes: Partial<PlacedWords> = {}): PlacedWords => ({
  place: 'Harbour lamp',
  textHash: 'a',
  start: TEXT.indexOf(text),
  text,
  around: { start: 0, text: TEXT, language: 'en' },
  ...changes,
});
const BURNS = 'It burns for nine hours.';
const WICKS = 'It has two wicks.';
const MOLE = 'A gull sits on it.';

const shownFor = (cited: readonly PlacedWords[]) => {
  const { passages, numbersOf } = numberWords(cited);
  const shown = passages.map(({ place, pieces }) =>
    [place, pieces.map(({ number, text }) => (number === null ? text : `[${number}]${text}`)).join('')].join(': '),
  );
  return { shown, numbers: cited.map(numbersOf) };
};

describe('cited words are shown once', () => {
  it('with the sentences around them', () => {
    expect(shownFor([wordsOf(BURNS)])).toEqual({
      shown: ['Harbour lamp: The lamp is old. [1]It burns for nine hours. It has two wicks. '],
      numbers: [[1]],
    });
  });

  it('however many statements cite them, and in one stretch where they overlap or touch', () => {
    expect(shownFor([wordsOf(WICKS), wordsOf(BURNS), wordsOf(WICKS)])).toEqual({
      shown: [
        'Harbour lamp: The lamp is old. [1]It burns for nine hours. [2]It has two wicks. The keeper trims them. ',
      ],
      numbers: [[2], [1], [2]],
    });
  });

  it('in several numbers where another statement cites a part of them', () => {
    const both = `${BURNS} ${WICKS}`;

    expect(shownFor([wordsOf(both), wordsOf(WICKS)]).numbers).toEqual([[1, 2], [2]]);
  });

  it('apart where they are apart', () => {
    expect(shownFor([wordsOf(BURNS), wordsOf(MOLE)]).shown).toEqual([
      'Harbour lamp: The lamp is old. [1]It burns for nine hours. It has two wicks.  … The mole is long. [2]A gull sits on it.',
    ]);
  });

  it('below their place, other passages below theirs', () => {
    const other = wordsOf('It burns for nine hours.', { place: 'Log', textHash: 'b' });

    expect(shownFor([wordsOf(BURNS), other])).toMatchObject({ shown: { length: 2 }, numbers: [[1], [2]] });
  });

  it('joined from two passages of one text that overlap', () => {
    const [first, second] = [TEXT.slice(0, 80), TEXT.slice(40)];
    const early = wordsOf(BURNS, { around: { start: 0, text: first, language: 'en' } });
    const late = wordsOf(WICKS, { around: { start: 40, text: second, language: 'en' } });

    expect(shownFor([early, late]).shown).toEqual([
      'Harbour lamp: The lamp is old. [1]It burns for nine hours. [2]It has two wicks. The keeper trims them. ',
    ]);
  });
});

describe('an entry of a list', () => {
  const LIST =
    'The lamp is old. By contract it may be agreed\n\n1. to light it later,\n   in summer only,\n2. to trim it twice.\n';
  const around = { start: 0, text: LIST, language: 'en' };
  const entry = (text: string): PlacedWords => ({ ...wordsOf(text), start: LIST.indexOf(text), around });

  it('is shown alone where its passage begins with the list, below an empty line', () => {
    const text = '\n  - The lamp is old.\n  - It has two wicks.\n';
    const words = { ...wordsOf(WICKS), start: text.indexOf(WICKS), around: { start: 0, text, language: 'en' } };

    expect(shownFor([words]).numbers).toEqual([[1]]);
  });

  it.each(['to light it later,', 'to trim it twice.'])('is shown with what introduces its list: %s', (text) => {
    const { shown } = shownFor([entry(text)]);

    expect(shown.join()).toContain('By contract it may be agreed');
    expect(shown.join()).not.toContain('The lamp is old.');
  });
});

describe('a row of a table', () => {
  const TABLE = `| Oil | Clean | Cheap |\n| --- | --- | --- |\n${Array.from({ length: 30 }, (_, index) => `| Oil number ${index} | ✓ | |\n`).join('')}`;

  it('is shown below the names of its columns', () => {
    const text = '| Oil number 17 | ✓ | |';
    const around = { start: 0, text: TABLE, language: 'en' };
    const { passages } = numberWords([{ place: '', textHash: 'a', start: TABLE.indexOf(text), text, around }]);
    const shown = passages.flatMap(({ pieces }) => pieces.map((piece) => piece.text)).join('');

    expect(shown).toContain('| Oil | Clean | Cheap |');
    expect(shown).not.toContain('number 3 ');
  });
});
