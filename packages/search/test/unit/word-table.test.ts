import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WordTable } from '../../index/word-table.ts';

function wordsIn(table: WordTable, text: string): string[] {
  return table.numbersIn(text).map((number) => table.wordOf(number));
}

const RUN =
  /(?:[\p{L}\p{M}\p{N}_]|(?<=[0-9])\.(?=[0-9])|(?<=[\p{L}\p{M}\p{N}_])-(?=[0-9])|§(?= ?[0-9])|(?<=§) (?=[0-9]))+/gu;

describe('the words of a text', () => {
  it.each([
    ['as they are written, with repetitions', 'The lamp, the Lamp', ['The', 'lamp', 'the', 'Lamp']],
    [
      'with marks, digits and underscores',
      'Ölzähler x2 keep_alive e\u0301te\u0301',
      ['Ölzähler', 'x2', 'keep_alive', 'e\u0301te\u0301'],
    ],
    ['of other scripts and of characters of two code units', '灯台 маяк 𠀀𠀁', ['灯台', 'маяк', '𠀀𠀁']],
    ['with the points of versions and numbers', 'v1.20.0 costs 3.5. 4', ['v1.20.0', 'costs', '3.5', '4']],
    ['with the marks of identifiers', 'V-12 (§ 4), at-a, -5 §', ['V-12', '§ 4', 'at', 'a', '5']],
    ['none, where there is none', '– … !', []],
    ['none in an empty text', '', []],
  ])('are found %s', (_, text, expected) => {
    expect(wordsIn(new WordTable(), text)).toEqual(expected);
  });

  it('keep their numbers in every text, from 0 in order of first use', () => {
    const table = new WordTable();

    expect(table.numbersIn('whale oil')).toEqual([0, 1]);
    expect(table.numbersIn('oil and whale oil')).toEqual([1, 2, 0, 1]);
    expect(table.size).toBe(3);
  });

  it('are told apart however many there are', () => {
    const table = new WordTable();
    const words = Array.from({ length: 40_000 }, (_, index) => `word${index}`);

    const numbers = table.numbersIn(words.join(' '));

    expect(new Set(numbers).size).toBe(words.length);
    expect(numbers.map((number) => table.wordOf(number))).toEqual(words);
    expect(table.numbersIn(words.toReversed().join('\n'))).toEqual(numbers.toReversed());
  });

  it('may be of any length', () => {
    const table = new WordTable();
    const long = 'oil'.repeat(100_000);

    expect(wordsIn(table, `whale ${long}`)).toEqual(['whale', long]);
  });

  it('are the runs that a pattern finds', () => {
    const table = new WordTable();
    const characters = fc.constantFrom('a', 'Ä', '9', '_', ' ', '-', '.', '§', '\n', '\u0301', '灯', 'я');
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 40 }), (text) => {
        expect(wordsIn(table, text)).toEqual(text.match(RUN) ?? []);
      }),
    );
  });
});
