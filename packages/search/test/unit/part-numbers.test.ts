import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartNumbers } from '../../index/language-words.ts';
import { wordParts } from '../../index/passage-query.ts';
import { NumberedTerms } from '../../index/term-counts.ts';

describe('PartNumbers', () => {
  it('numbers the parts of a word, in order and with repetitions', () => {
    const parts = new NumberedTerms();
    const numbers = new PartNumbers(parts);

    expect(numbers.numbersIn('leuchte')).toEqual([0, 1, 2, 3]);
    expect(numbers.numbersIn('leuchtleuc')).toEqual([0, 1, 2, 4, 5, 6, 0]);
    expect(parts.termOf(4)).toBe('chtl');
  });

  it('gives every part one number, however many there are', () => {
    const parts = new NumberedTerms();
    const numbers = new PartNumbers(parts);
    const words = fc.sample(fc.stringMatching(/^[a-zæø\u0430-\u0438]{4,14}$/), { numRuns: 20_000, seed: 4 });

    const termsOf = (word: string): string[] => numbers.numbersIn(word).map((number) => parts.termOf(number));
    const first = words.map(termsOf);

    expect(parts.size).toBeGreaterThan(2 ** 15);
    expect(first.slice(0, 2_000)).toEqual(words.slice(0, 2_000).map((word) => wordParts(word, 'no')));
    expect(words.map(termsOf)).toEqual(first);
  });
});
