import { describe, expect, it } from 'vitest';
import { conflictsInFigures } from '../../../activities/language/text/figures.ts';

describe('conflictsInFigures', () => {
  it.each([
    ['en', 'The harbour lamp burns for nine hours.', 'The harbour lamp burns for 12 hours.'],
    ['de', 'Die Frist für den Einspruch beträgt zwei Wochen.', 'Die Frist für den Einspruch beträgt 4 Wochen.'],
  ])('sees in %s the same words with other figures', (language, first, second) => {
    expect(conflictsInFigures(first, second, language)).toBe(true);
  });

  it.each([
    [
      'the same figure in another spelling',
      'The harbour lamp burns for nine hours.',
      'The harbour lamp burns for 9 hours.',
    ],
    ['one figure more', 'The harbour lamp burns for nine hours.', 'The harbour lamp of 1912 burns for nine hours.'],
    ['another subject', 'The harbour lamp burns for nine hours.', 'The tower bell rings for 12 minutes.'],
    [
      'a much longer text',
      'The lamp burns nine hours.',
      'The lamp burns 12 hours when oil, wick and glass are new and no wind blows.',
    ],
    ['too few words', 'Nine hours.', '12 hours.'],
  ])('sees no conflict in %s', (_, first, second) => {
    expect(conflictsInFigures(first, second, 'en')).toBe(false);
  });
});
