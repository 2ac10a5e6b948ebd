import { describe, expect, it } from 'vitest';
import { wordParts, wordTerms } from '../../index/passage-query.ts';

describe('wordParts', () => {
  it('gives all runs of four letters, in lower case', () => {
    expect(wordParts('Leuchte', 'de')).toEqual(['leuc', 'euch', 'ucht', 'chte']);
  });

  it('gives a compound parts of its members, and a word parts of its relatives', () => {
    const shared = (first: string, second: string) => {
      const others = new Set(wordParts(second, 'de'));
      return wordParts(first, 'de').filter((part) => others.has(part));
    };

    expect(shared('Hafenlampe', 'Lampen')).toEqual(['lamp', 'ampe']);
    expect(shared('verschuldet', 'Verschuldung')).toEqual(['vers', 'ersc', 'rsch', 'schu', 'chul', 'huld']);
    expect(shared('Lampe', 'Docht')).toEqual([]);
  });

  it.each(['Öl', 'Tag', '2022', 'h2o4x', '', 'x'.repeat(61)])('gives none of "%s"', (word) => {
    expect(wordParts(word, 'de')).toEqual([]);
  });

  it.each(['en', 'und'])('gives none in a language without compounds (%s)', (language) => {
    expect(wordParts('lamplighter', language)).toEqual([]);
  });
});

describe('wordTerms', () => {
  it('takes the accents of Latin, Greek and Cyrillic letters away, and no vowel of another script', () => {
    expect(wordTerms('Été άλφα ёлка', 'und')).toEqual(['ete', 'αλφα', 'елка']);
    expect(wordTerms('की น้ำ が', 'und')).toEqual(['की', 'น้ํา', 'が']);
  });
});
