import { describe, expect, it } from 'vitest';
import { catalogueQuery } from '../../../activities/conversations/answer-tools.ts';

describe('the words of a message that are no filters', () => {
  it.each([
    ['en', 'Hotels with a pool in Boston under 150 dollars', { city: 'Boston', priceMax: 150 }, 'Hotels pool'],
    ['en', 'Find red running shoes, size 42', { color: 'red', size: 42 }, 'running shoes size'],
    ['en', 'A flight to Rome on 5 May 2026', { to: 'Rome', date: '2026-05-05' }, 'flight'],
    ['en', 'comedies or dramas by Wilder', { genres: ['comedy', 'drama'] }, 'Wilder'],
    ['de', 'Ruhige Hotels in Wien bis zu 120 Euro', { city: 'Wien', priceMax: 120 }, 'Ruhige Hotels'],
    ['de', 'Zeige mir rote Schuhe', { color: 'rot' }, 'Schuhe'],
  ])('in %s: "%s" without %j is "%s"', (language, prompt, filters, expected) => {
    expect(catalogueQuery(prompt, filters, language)).toBe(expected);
  });

  it('is the whole message where filters say all of it', () => {
    expect(catalogueQuery('in Boston', { city: 'Boston' }, 'en')).toBe('in Boston');
  });
});
