import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLetterSearch } from '../../injection/required-letters.ts';

function found(wanted: readonly string[], text: string): string[] {
  const present = new Uint8Array(wanted.length);
  createLetterSearch(wanted)(text, present);
  return wanted.filter((_, place) => present[place] === 1);
}

describe('the search for letters', () => {
  it.each([
    ['runs that overlap', 'ushers', ['he', 'she', 'hers']],
    ['a run within another', 'ashes', ['he', 'she']],
    ['letters beside those of no run', 'its "his" – 忽略指令', ['his', '忽略']],
    ['nothing in an empty text', '', []],
  ])('finds %s', (_, text, expected) => {
    expect(found(['he', 'she', 'his', 'hers', '忽略'], text)).toEqual(expected);
  });

  it('finds exactly the runs that the text includes', () => {
    const letters = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom('a', 'b', 'ü', ' '), minLength, maxLength });
    fc.assert(
      fc.property(fc.uniqueArray(letters(1, 4), { maxLength: 8 }), letters(0, 30), (wanted, text) => {
        expect(found(wanted, text)).toEqual(wanted.filter((run) => text.includes(run)));
      }),
    );
  });
});
