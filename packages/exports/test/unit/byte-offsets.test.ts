import { array, check, nat, property, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteOffsets } from '../../bundles/quotations.ts';

describe('byteOffsets', () => {
  it('counts bytes of UTF-8 where the text counts UTF-16 code units', () => {
    const text = 'Grüße 🚢 夜';

    const offsets = byteOffsets(text, [text.length, 0, 3, text.indexOf('🚢'), text.indexOf('夜')]);

    expect(Object.fromEntries(offsets)).toEqual({ 0: 0, 3: 4, 6: 8, 9: 13, 10: 16 });
  });

  it('leads to the same words in any text, whatever the order of the offsets', () => {
    const places = tuple(string({ unit: 'grapheme', maxLength: 60 }), array(nat(60), { maxLength: 9 }));
    const isRight = property(places, ([text, wanted]) => {
      const whole = Buffer.from(text);
      const offsets = wanted.filter((offset) => offset <= text.length && text.slice(0, offset).isWellFormed());
      for (const [offset, bytes] of byteOffsets(text, offsets)) {
        expect(whole.subarray(bytes).toString()).toBe(text.slice(offset));
      }
    });

    expect(check(isRight)).toMatchObject({ failed: false });
  });
});
