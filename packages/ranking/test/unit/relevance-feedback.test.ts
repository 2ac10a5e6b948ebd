import { foundWords } from '@plumbline/ranking/relevance-feedback';
import { describe, expect, it } from 'vitest';

const passageOf = (text: string, rank: number) => ({
  id: `p${rank}`,
  title: 'Notes',
  headingPath: [],
  text,
  document: null,
  language: 'en',
  sourceTier: null,
  rank,
  untrusted: [],
});
const stemsOf = (...texts: string[]) =>
  foundWords(texts.map((text, index) => passageOf(text, index + 1))).map(({ stem }) => stem);

describe('foundWords', () => {
  it('weighs a word of the best passage above one of the next', () => {
    const stems = stemsOf('rapeseed', 'whale');

    expect(stems.indexOf('rapese')).toBeLessThan(stems.indexOf('whale'));
  });

  it('joins the forms of a word under the most frequent one and counts its passages', () => {
    const words = foundWords([passageOf('Lamps burn. Lamps shine. A lamp smokes.', 1), passageOf('The lamp.', 2)]);

    expect(words.find(({ stem }) => stem === 'lamp')).toMatchObject({ surface: 'Lamps', passages: 2 });
  });

  it('leaves out function words, figures, short words and identifiers with their parts', () => {
    expect(stemsOf('It is 12 or so at trimWickTimeout.')).toEqual(['note']);
  });

  it('finds nothing in an empty list', () => {
    expect(foundWords([])).toEqual([]);
  });
});
