import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparable, containsEntry, overlapIn } from '../../../bench/answers/comparable-text.ts';

describe('comparable', () => {
  it('normalises line breaks, non-breaking spaces and composed letters', () => {
    expect(comparable(' nine\n    hours\u00a0a da\u0308y ')).toBe('nine hours a däy');
  });
});

describe('containsEntry', () => {
  it.each([
    { text: 'It takes Nine Hours.', entry: 'nine hours|9 hours' },
    { text: 'It takes 9\u00a0hours.', entry: 'nine hours|9 hours' },
    { text: 'from 20 persons on', entry: '20' },
    { text: 'from 20, that is', entry: '20' },
    { text: 'up to (50 %)', entry: '(50 %)' },
    { text: 'a well-known rule', entry: 'well-known' },
    { text: 'see § 3 (1)', entry: '§ 3 (1)' },
    { text: 'the field [a-z]* of C:\\lamp', entry: '[a-z]*|none' },
    { text: 'the field [a-z]* of C:\\lamp', entry: 'c:\\lamp' },
    { text: '5 - 7 hours', entry: '-' },
  ])('finds "$entry" in "$text"', ({ text, entry }) => {
    expect(containsEntry(text, entry)).toBe(true);
  });

  it('takes every character of an entry as it is', () => {
    const alternative = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => comparable(text.replaceAll('|', '')) !== '');

    fc.assert(
      fc.property(alternative, (entry) => {
        expect(containsEntry(`before ${entry.replaceAll('|', ' ')} after`, entry.replaceAll('|', ' '))).toBe(true);
      }),
    );
  });

  it.each([
    { text: 'in 2016', entry: '20' },
    { text: 'in 1620', entry: '20' },
    { text: '0,1 millimetre', entry: '1 millimetre' },
    { text: '4.20', entry: '20' },
    { text: '20.5', entry: '20' },
    { text: 'nine days', entry: 'nine hours|9 hours' },
    { text: 'anything', entry: '|' },
  ])('does not find "$entry" in "$text"', ({ text, entry }) => {
    expect(containsEntry(text, entry)).toBe(false);
  });
});

describe('overlapIn', () => {
  const document = 'one two three four two three';

  it.each([
    { first: 'one two', second: 'two three', common: 3 },
    { first: 'one two three', second: 'two three', common: 9 },
    { first: 'one', second: 'four', common: 0 },
    { first: 'five', second: 'four', common: 0 },
    { first: 'four two', second: 'two three', common: 3 },
  ])('"$first" and "$second" have $common characters in common', ({ first, second, common }) => {
    expect(overlapIn(document, first, second)).toBe(common);
  });
});
