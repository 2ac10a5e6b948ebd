import { describe, expect, it } from 'vitest';
import { findNoFact, isCommentary } from '../../../activities/briefings/judging/finding-judgement.ts';
import { BUILDING_SENTENCES, HELD_BACK_SENTENCES } from './factual-sentences.ts';
import { LAST_SENTENCES } from './last-sentences.ts';

describe('a sentence', () => {
  it.each([...BUILDING_SENTENCES, ...HELD_BACK_SENTENCES, ...LAST_SENTENCES])(
    'states a fact (%s): %s',
    (isFactual, text) => {
      expect(findNoFact(text) === null).toBe(isFactual);
    },
  );

  it.each([
    ['opinion', 'The government should subsidise storage.'],
    ['forecast', 'Prices could rise to 90 euros next year.'],
    ['question', 'Will the regulator approve the battery park?'],
    ['advice', 'Subscribe to our newsletter for daily updates.'],
    ['no statement that can be checked', 'A quiet morning at the port of Brenna.'],
  ])('is rejected as %s: %s', (reason, text) => {
    expect(findNoFact(text)).toBe(reason);
  });

  it('is judged without what somebody is quoted with', () => {
    expect(findNoFact('The minister resigned on Monday and said: “I think it was a mistake.”')).toBeNull();
  });

  it('may name the month of May', () => {
    expect(findNoFact('Exports fell by 12 percent in May.')).toBeNull();
  });
});

describe('a page', () => {
  const place = { locator: 'https://times.test/energy/silverlake', title: 'Silverlake approved', headingPath: [] };

  it.each([
    { ...place, locator: 'https://times.test/opinion/silverlake' },
    { ...place, locator: 'https://times.test/Kommentar/silbersee' },
    { ...place, locator: 'https://times.test/2026/op-ed-silverlake' },
    { ...place, title: 'Opinion: Silverlake is too expensive' },
    { ...place, title: 'Silbersee kommt zu spät | Kommentar' },
    { ...place, headingPath: ['Commentary'] },
  ])('is commentary: $locator, $title, $headingPath', (commentary) => {
    expect(isCommentary(commentary)).toBe(true);
  });

  it.each([
    place,
    { ...place, locator: 'https://times.test/energy/commission-opinion-poll' },
    { ...place, title: 'Opinion poll shows support for storage' },
  ])('is none: $locator, $title', (news) => {
    expect(isCommentary(news)).toBe(false);
  });
});
