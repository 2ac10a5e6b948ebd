import { hasStemmer, stemOf } from '@plumbline/language/terms';
import { describe, expect, it } from 'vitest';

describe('stemOf', () => {
  it.each([
    ['da', 'havnene', 'havn'],
    ['de', 'immissionen', 'immission'],
    ['en', 'paid', 'paid'],
    ['en', 'connections', 'connect'],
    ['en', 'generously', 'generous'],
    ['es', 'canciones', 'cancion'],
    ['fi', 'talossa', 'talo'],
    ['fr', 'majeures', 'majeur'],
    ['hu', 'házakban', 'ház'],
    ['it', 'bambini', 'bambin'],
    ['nl', 'lampen', 'lamp'],
    ['no', 'havnene', 'havn'],
    ['pt', 'lampadas', 'lamp'],
    ['ro', 'lampile', 'lamp'],
    ['ru', 'ёлками', 'елк'],
    ['sv', 'hamnarna', 'hamn'],
    ['tr', 'evlerde', 'ev'],
  ])('%s: %s is %s', (language, word, stem) => {
    expect(hasStemmer(language)).toBe(true);
    expect(stemOf(word, language)).toBe(stem);
  });

  it('leaves alone what is no word, and words of other languages', () => {
    expect(stemOf('12mm', 'de')).toBe('12mm');
    expect(stemOf('lampions', 'ja')).toBe('lampions');
    expect(hasStemmer('ja')).toBe(false);
  });
});
