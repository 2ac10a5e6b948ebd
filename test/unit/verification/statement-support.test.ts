import { describe, expect, it } from 'vitest';
import { supportOf } from '../../../activities/verification/statement-support.ts';

const ENGLISH = {
  text: 'The lamp of the quay burns for nine hours on one filling.',
  place: 'Harbour rules',
  language: 'en',
};
const GERMAN = {
  text: 'Die Laterne der Mole brennt neun Stunden mit einer Ölfüllung.',
  place: 'HafO › § 7',
  language: 'de',
};

describe('supportOf', () => {
  it.each([
    ['en', 'On one filling the lamp burns 9 hours.', ENGLISH],
    ['en', 'By the Harbour rules the lamp burns nine hours.', ENGLISH],
    ['de', 'Nach § 7 HafO brennen Laternen der Mole 9 Stunden mit einer Füllung.', GERMAN],
    ['en', 'By section 7 of the HafO the pier lantern burns for nine hours.', GERMAN],
  ])('finds in %s that the passage carries "%s"', (language, text, passage) => {
    const { missing, carriedWords } = supportOf(text, language, [passage]);

    expect(missing).toEqual([]);
    expect(carriedWords).toBeGreaterThanOrEqual(0.7);
  });

  it.each([
    ['en', 'The lamp of Port Ellen burns nine hours.', ENGLISH, ['Port', 'Ellen']],
    ['en', 'The lamp burns eleven hours.', ENGLISH, ['11']],
    ['de', 'Die Laterne der Mole brennt nach DIN 4711 neun Stunden.', GERMAN, ['4711', 'DIN']],
    ['en', 'By the BGB the lantern burns for ten hours.', GERMAN, ['10', 'BGB']],
  ])('names in %s what the passage does not carry: %s', (language, text, passage, missing) => {
    expect(supportOf(text, language, [passage]).missing).toEqual(missing);
  });

  it('measures the content words that are carried', () => {
    expect(supportOf('The lamp burns whale fat.', 'en', [ENGLISH]).carriedWords).toBe(0.5);
  });

  it('finds no support without a passage', () => {
    expect(supportOf('The lamp burns.', 'en', []).carriedWords).toBe(0);
  });
});
