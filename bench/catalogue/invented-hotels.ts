import type { RawRow } from '../../packages/catalogue/sources/catalogue-source.ts';

const CITIES = ['Berlin', 'Munich', 'Hamburg', 'Boston', 'Vienna', 'Rome', 'Lisbon', 'Paris', 'Oslo', 'Prague'];
const AMENITIES = ['pool', 'sauna', 'gym', 'bar', 'garden', 'breakfast', 'parking', 'terrace', 'spa', 'library'];
const ADJECTIVES = ['quiet', 'central', 'old', 'modern', 'small', 'grand', 'sunny', 'simple'];

/** Hotels that are the same for every run. */
export function inventHotels(count: number): RawRow[] {
  return Array.from({ length: count }, (_, index) => {
    const at = <Entry>(list: readonly Entry[], step: number): Entry | '' => list[(index * step) % list.length] ?? '';
    return {
      cells: {
        name: `Hotel ${index}`,
        city: at(CITIES, 7),
        price: `${40 + ((index * 37) % 400)} €`,
        rating: 1 + ((index * 13) % 41) / 10,
        stars: 1 + (index % 5),
        maxGuests: 1 + (index % 6),
        amenities: `${at(AMENITIES, 3)}; ${at(AMENITIES, 11)}`,
        description: `A ${at(ADJECTIVES, 5)} house, ${index % 20} minutes from the station`,
        coordinates: `${45 + (index % 100) / 10},${5 + (index % 130) / 10}`,
      },
      place: `line ${index + 2}`,
    };
  });
}
