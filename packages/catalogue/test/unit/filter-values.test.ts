import { typeFilters } from '@plumbline/catalogue/filters';
import type { VerticalDefinition } from '@plumbline/catalogue/verticals';
import { describe, expect, it } from 'vitest';
import { builtInVerticals } from '../../values/definition-reading.ts';

const hotel = builtInVerticals().find(({ name }) => name === 'hotel') as VerticalDefinition;
const typed = (name: string, value: string) => typeFilters(hotel, [{ name, value }], () => 'EUR');

describe('a value of an engine', () => {
  it.each([
    { name: 'place', value: 'Boston', is: 'Boston' },
    { name: 'maxPrice', value: '150', is: 150 },
    { name: 'maxPrice', value: '1.250,50 €', is: 1250.5 },
    { name: 'maxPrice', value: '< 1.250,50 €', is: '<1250.5' },
    { name: 'minRating', value: '>8/10', is: '>4' },
    { name: 'checkIn', value: '2026-03-01', is: '2026-03-01' },
    { name: 'checkIn', value: '1. März 2026', is: '2026-03-01' },
    { name: 'guests', value: '4', is: 4 },
    { name: 'minRating', value: '8/10', is: 4 },
  ])('$value becomes the $name $is', ({ name, value, is }) => {
    expect(typed(name, value)).toEqual({ filters: { [name]: is }, faults: [] });
  });

  it.each([
    { name: 'pool', value: 'true', fault: '"pool" is no filter of hotel' },
    { name: 'maxPrice', value: 'cheap', fault: 'maxPrice "cheap" is no money' },
    { name: 'maxPrice', value: '>150', fault: 'maxPrice ">150" is no money' },
    { name: 'maxPrice', value: '<cheap', fault: 'maxPrice "cheap" is no money' },
    { name: 'maxPrice', value: '-5', fault: 'maxPrice "-5" is no money' },
    { name: 'maxPrice', value: '150 USD', fault: 'maxPrice is in USD, the catalogue in EUR: the limit was not used' },
    { name: 'checkIn', value: 'soon', fault: 'checkIn "soon" is no date' },
    { name: 'checkIn', value: '2026-02-30', fault: 'checkIn "2026-02-30" is no date' },
    { name: 'guests', value: 'a few', fault: 'guests "a few" is no number' },
    { name: 'guests', value: '1e99', fault: 'guests "1e99" is no number' },
    { name: 'minRating', value: '9', fault: 'minRating "9" is no rating' },
    { name: 'place', value: ' – ', fault: 'place " – " is no place' },
  ])('$value for $name is dropped, and said', ({ name, value, fault }) => {
    expect(typed(name, value)).toEqual({ filters: {}, faults: [fault] });
  });

  it('is one of several where it is a name, and the first where it is a number', () => {
    const entries = [
      { name: 'place', value: 'Boston' },
      { name: 'place', value: 'Munich' },
      { name: 'guests', value: '2' },
      { name: 'guests', value: '3' },
    ];

    expect(typeFilters(hotel, entries, () => null).filters).toEqual({ place: ['Boston', 'Munich'], guests: 2 });
  });
});
