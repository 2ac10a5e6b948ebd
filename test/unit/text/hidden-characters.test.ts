import { hidesWords, tagWordsIn, withoutHiddenCharacters } from '@plumbline/language/normalised-text';
import { locateQuote } from '@plumbline/quotes/quotes';
import { describe, expect, it } from 'vitest';

describe('withoutHiddenCharacters', () => {
  it.each([
    ['zero-width characters', 'ig\u200Bno\u200Dre\u2060', 'ignore'],
    ['marks that turn the direction', 'a\u202Eb\u2066c\u200F', 'abc'],
    ['tag characters', 'lamp\u{E0041}\u{E0042}', 'lamp'],
    ['control characters', 'a\u0000b\u001Bc\u0085', 'abc\u0085'],
    ['runs of variation selectors', 'a\uFE01\uFE02\u{E0100}', 'a\uFE01'],
    ['soft hyphens and fillers', 'wa\u00ADter\u3164', 'water'],
  ])('removes %s', (_, text, visible) => {
    expect(withoutHiddenCharacters(text)).toBe(visible);
  });

  it.each(['می\u200Cخواهم', 'क\u094D\u200Dष', '👩\u200D🚒', '❤\uFE0F', '葛\u{E0100}', 'Zeile\n\tein'])(
    'keeps what shapes the letters: %s',
    (text) => {
      expect(withoutHiddenCharacters(text)).toBe(text);
    },
  );
});

describe('hidden words', () => {
  it('are read out of tag characters, but not out of the flags of regions', () => {
    expect(tagWordsIn('a\u{E0048}\u{E0069}b')).toBe('Hi');
    expect(tagWordsIn('🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}')).toBe('');
  });

  it('are suspected when the direction of writing is reversed, except in scripts written that way', () => {
    expect(hidesWords('The \u2067lamp\u2069 is white.')).toBe(true);
    expect(hidesWords('הפנס \u2067lamp\u2069 לבן.')).toBe(false);
    expect(hidesWords('הפנס \u202Elamp\u202C לבן.')).toBe(true);
  });
});

describe('a quotation that a model copied without them', () => {
  it('is located, with the letters of the source', () => {
    const source = 'The la\u200Bmp burns\u{E0041} for ni\u202Ene hours\uFE01\uFE02 on one filling.';
    const located = locateQuote('The lamp burns for nine hours on one filling.', source);

    expect(located).toMatchObject({ start: 0, end: source.length, method: 'normalised' });
  });
});
