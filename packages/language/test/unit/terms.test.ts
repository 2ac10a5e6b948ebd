import { analyzeTerms, contentTerms, termMatchWeight } from '@plumbline/language/terms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const stems = (text: string, language: string) => contentTerms(text, language).map((term) => term.stem);

describe('contentTerms', () => {
  it('leaves out stop words and question words', () => {
    expect(stems('Welche Grenzwerte gelten für die Immissionen?', 'de')).toEqual(['grenzwert', 'immission']);
    expect(stems('What is the timeout of these connections?', 'en')).toEqual(['timeout', 'connect']);
  });

  it('gives every stem once, with the position of its first use', () => {
    expect(contentTerms('Pools and pool', 'en')).toEqual([
      { surface: 'Pools', stem: 'pool', start: 0, end: 5, isStopWord: false },
    ]);
  });

  it('keeps an identifier whole and adds its parts', () => {
    expect(stems('keepAliveTimeout', 'en')).toEqual(['keepalivetimeout', 'keep', 'aliv', 'timeout']);
    expect(stems('undici.request', 'en')).toEqual(['undici', 'request']);
  });

  it('joins a section sign with its number and keeps decimals whole', () => {
    expect(stems('§ 78 and §5a allow 0,5 or 1.000', 'en')).toEqual(['§78', '§5a', 'allow', '0,5', '1.000']);
  });
});

describe('analyzeTerms', () => {
  it('points at the characters of the text, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('de', 'en', 'ru', 'und'), (text, language) => {
        for (const term of analyzeTerms(text, language)) expect(text.slice(term.start, term.end)).toBe(term.surface);
      }),
    );
  });
});

describe('termMatchWeight', () => {
  it('is 1 for equal stems', () => {
    expect(termMatchWeight('pool', 'pool', 'en')).toBe(1);
  });

  it('is lower for a German compound, in both directions', () => {
    expect(termMatchWeight('grenzwert', 'immissionsgrenzwert', 'de')).toBeCloseTo(9 / 19);
    expect(termMatchWeight('urlaubsanspruch', 'urlaub', 'de')).toBeCloseTo(6 / 15);
  });

  it.each([
    ['action', 'transaction', 'en'],
    ['tier', 'quartier', 'de'],
    ['arbeit', 'verarbeit', 'de'],
    ['grenzwert', 'urlaub', 'de'],
  ])('is 0 for %s and %s (%s)', (query, text, language) => {
    expect(termMatchWeight(query, text, language)).toBe(0);
  });
});
