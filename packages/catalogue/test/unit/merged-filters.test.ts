import type { VerticalDefinition } from '@plumbline/catalogue/verticals';
import type { Filters } from '@plumbline/contracts/answers/catalogue';
import { describe, expect, it } from 'vitest';
import { assumeFilters, mergeFilters } from '../../filters/merge-filters.ts';
import { builtInVerticals } from '../../values/definition-reading.ts';

const hotel = builtInVerticals().find(({ name }) => name === 'hotel') as VerticalDefinition;
/** A default that is neither a date nor a number of guests. */
const graded: VerticalDefinition = { ...hotel, defaults: { ...hotel.defaults, minRating: 3 } };

describe('merged filters', () => {
  it.each<{ rule: string; session: Filters; extracted: Filters; merged: Filters }>([
    { rule: 'begin with the defaults, without dates and guests', session: {}, extracted: {}, merged: { minRating: 3 } },
    {
      rule: 'take what the session says over a default',
      session: { minRating: 4 },
      extracted: {},
      merged: { minRating: 4 },
    },
    {
      rule: 'take what the message says over the session',
      session: { place: 'Boston', maxPrice: 150 },
      extracted: { place: 'Munich' },
      merged: { minRating: 3, place: 'Munich', maxPrice: 150 },
    },
    {
      rule: 'keep dates of the session',
      session: { checkIn: '2026-03-01' },
      extracted: {},
      merged: { minRating: 3, checkIn: '2026-03-01' },
    },
    {
      rule: 'drop a check-out that counted from another check-in',
      session: { checkIn: '2026-03-01', checkOut: '2026-03-05' },
      extracted: { checkIn: '2026-06-01' },
      merged: { minRating: 3, checkIn: '2026-06-01' },
    },
    {
      rule: 'drop an upper limit below a new lower one',
      session: { maxPrice: 100 },
      extracted: { minPrice: 150 },
      merged: { minRating: 3, minPrice: 150 },
    },
    {
      rule: 'drop an upper limit below a new lower one where limits do not count themselves',
      session: { maxPrice: '<100' },
      extracted: { minPrice: '>150' },
      merged: { minRating: 3, minPrice: '>150' },
    },
    {
      rule: 'keep limits that fit together',
      session: { maxPrice: 200 },
      extracted: { minPrice: 150 },
      merged: { minRating: 3, maxPrice: 200, minPrice: 150 },
    },
    {
      rule: 'leave out what the vertical does not know',
      session: { genre: 'Drama' },
      extracted: {},
      merged: { minRating: 3 },
    },
  ])('$rule', ({ session, extracted, merged }) => {
    expect(mergeFilters(graded, session, extracted)).toEqual(merged);
  });
});

describe('assumed filters', () => {
  const assume = (given: Filters) => assumeFilters(hotel, given, { today: '2026-01-02', language: 'de' });

  it('are filled in for a search, with their labels', () => {
    expect(assume({ place: 'Boston' })).toEqual({
      filters: { place: 'Boston', checkIn: '2026-01-16', checkOut: '2026-01-17', guests: 2 },
      assumed: [
        { name: 'checkIn', label: 'Anreise', value: '2026-01-16' },
        { name: 'checkOut', label: 'Abreise', value: '2026-01-17' },
        { name: 'guests', label: 'Gäste', value: 2 },
      ],
    });
  });

  it('never replace what was said', () => {
    const { filters, assumed } = assume({ checkIn: '2026-03-01', nights: 3, guests: 4 });

    expect(filters).toMatchObject({ checkIn: '2026-03-01', checkOut: '2026-03-04', guests: 4 });
    expect(assumed.map(({ name }) => name)).toEqual(['checkOut']);
  });
});
