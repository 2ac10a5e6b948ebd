import { describe, expect, it } from 'vitest';
import { LanguageWords } from '../../index/language-words.ts';

describe('the words of a text', () => {
  it.each([
    ['as they are written, with repetitions', 'The lamp, the Lamp lamp', [0, 1, 2, 3, 1]],
    ['with marks, digits and underscores', 'Ölzähler x2 keep_alive e\u0301te\u0301', [0, 1, 2, 3]],
    ['of other scripts and of characters of two code units', '灯台 маяк 𠀀𠀁', [0, 1, 2]],
    ['with the points of versions and numbers', 'v1.20.0 costs 3.5. 4 v1.20.0', [0, 1, 2, 3, 0]],
    ['with the marks of identifiers', 'V-12 (§ 4), at-a, -5 § § 4', [0, 1, 2, 3, 4, 1]],
    ['none, where there is none', '– … !', []],
    ['none in an empty text', '', []],
  ])('are numbered %s', (_, text, expected) => {
    expect(new LanguageWords('en').numbersIn(text)).toEqual(expected);
  });

  it('keep their numbers in every text', () => {
    const words = new LanguageWords('en');

    expect(words.numbersIn('whale oil')).toEqual([0, 1]);
    expect(words.numbersIn('oil and whale oil')).toEqual([1, 2, 0, 1]);
  });
});
