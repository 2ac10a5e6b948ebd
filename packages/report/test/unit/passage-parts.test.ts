import { describe, expect, it } from 'vitest';
import { excerptOf, markWords } from '../../document/cited-claims.ts';

const marked = (text: string, searched: string) =>
  markWords(text, searched)
    .map((piece) => (piece.isBold ? `<${piece.text}>` : piece.text))
    .join('');

describe('markWords', () => {
  it.each([
    ['in any inflection', 'Lamps are burning all night.', 'lamp burn', '<Lamps> are <burning> all night.'],
    ['within a compound', 'Der Dosisgrenzwert der Strahlung.', 'Grenzwert', 'Der <Dosisgrenzwert> der Strahlung.'],
    ['never within code', 'Run `lamp` for a lamp.', 'lamp', 'Run `lamp` for a <lamp>.'],
    ['nowhere where nothing was searched for', 'The lamp.', '', 'The lamp.'],
  ])('marks words %s', (_, text, searched, shown) => {
    expect(marked(text, searched)).toBe(shown);
  });
});

describe('excerptOf', () => {
  const filler = (count: number) => Array.from({ length: count }, (_, at) => `The keeper counts rope ${at}.`).join(' ');
  const shown = (text: string, matching: string) => {
    const span = excerptOf(text, matching);
    return span === null ? null : text.slice(span.start, span.end);
  };

  it('is whole sentences around the words', () => {
    const text = `${filler(20)} The lamp burns for nine hours. ${filler(20)}`;
    const excerpt = shown(text, 'The lamp burns for nine hours.') ?? '';

    expect(excerpt).toContain('. The lamp burns for nine hours. The');
    expect(excerpt).toMatch(/^The keeper .*\.$/u);
    expect(excerpt.length).toBeLessThanOrEqual(320);
  });

  it('is whole lines of a list', () => {
    const text = Array.from({ length: 40 }, (_, at) => `• keeper: name ${at}; lamp: ${at}`).join('\n');

    expect(shown(text, 'keeper: name 20; lamp: 20')?.split('\n')).toContain('• keeper: name 20; lamp: 20');
    expect(shown(text, 'keeper: name 20; lamp: 20')).toMatch(/^• .*\d$/su);
  });

  it('is none of a short passage, and the beginning where the words are not found', () => {
    expect(shown('The lamp burns.', 'lamp')).toBeNull();
    expect(shown(filler(30), 'whales')).toMatch(/^The keeper counts rope 0\./u);
  });
});
