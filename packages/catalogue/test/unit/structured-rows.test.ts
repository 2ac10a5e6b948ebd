import { describe, expect, it } from 'vitest';
import {
  blockOf,
  cellsIn,
  namesIn,
  pageWith,
  productNamed,
  rowsOf,
} from '../../../../test/support/builders/structured-pages.ts';

const offer = (more: Record<string, unknown> = {}) => ({
  '@type': 'Offer',
  price: '9.50',
  priceCurrency: 'USD',
  ...more,
});

describe('items of a page', () => {
  it('are read through nested objects', () => {
    const hotel = {
      '@context': 'https://schema.org',
      '@type': 'Hotel',
      name: 'Elbblick',
      address: {
        streetAddress: 'Kai 1',
        addressLocality: 'Hamburg',
        addressCountry: { '@type': 'Country', name: 'DE' },
      },
      aggregateRating: { ratingValue: '8.8', bestRating: '10' },
      starRating: { ratingValue: '4' },
      amenityFeature: [{ name: 'Sauna' }, { name: 'Bar' }],
      geo: { '@type': 'GeoCoordinates', latitude: '53.545', longitude: 9.966 },
      makesOffer: [{ price: 140, priceCurrency: 'eur' }],
      url: 'https://hotels.example/elbblick',
    };

    expect(rowsOf(pageWith(hotel), 'hotel')).toEqual({
      rows: [
        {
          place: 'item 1',
          cells: {
            name: 'Elbblick',
            city: 'Hamburg',
            country: 'DE',
            address: 'Kai 1',
            price: 140,
            currency: 'EUR',
            rating: '8.8 / 10',
            stars: 4,
            amenities: 'Sauna; Bar',
            coordinates: '53.545,9.966',
            url: 'https://hotels.example/elbblick',
          },
        },
      ],
      notes: [],
    });
  });

  it('are read for flights and movies in the units of their fields', () => {
    const flight = {
      '@type': 'https://schema.org/Flight',
      flightNumber: 'LH 10',
      departureAirport: { name: 'Berlin' },
      departureTime: '2026-03-01T10:25:00+01:00',
      estimatedFlightDuration: 'PT2H5M',
    };
    const movie = {
      '@type': ['CreativeWork', 'schema:Movie'],
      name: 'Night Harbour',
      genre: ['Thriller', 'Drama'],
      director: [{ name: 'A. North' }, { name: 'B. South' }],
      datePublished: '2019-05-02',
      duration: 'PT118M',
      aggregateRating: { ratingValue: 4 },
    };

    expect(cellsIn(pageWith(flight), 'flight')).toMatchObject([
      { number: 'LH 10', origin: 'Berlin', date: '2026-03-01T10:25:00+01:00', duration: 125 },
    ]);
    expect(cellsIn(pageWith(movie), 'movie')).toEqual([
      {
        title: 'Night Harbour',
        genre: 'Thriller; Drama',
        director: 'A. North; B. South',
        year: 2019,
        releaseDate: '2019-05-02',
        duration: 118,
        rating: '4 / 5',
      },
    ]);
  });

  it.each([
    { place: 'a list of blocks', blocks: [productNamed('A'), productNamed('B')] },
    { place: 'an array', blocks: [[productNamed('A'), productNamed('B')]] },
    { place: 'a graph', blocks: [{ '@graph': [{ '@type': 'WebPage' }, productNamed('A'), productNamed('B')] }] },
    {
      place: 'an item list',
      blocks: [{ '@type': 'ItemList', itemListElement: [{ item: productNamed('A') }, { item: productNamed('B') }] }],
    },
    {
      place: 'the subject of a page',
      blocks: [{ '@type': 'WebPage', mainEntity: productNamed('A') }, productNamed('B')],
    },
    {
      place: 'variants of a group',
      blocks: [{ '@type': 'ProductGroup', hasVariant: [productNamed('A'), productNamed('B')] }],
    },
    { place: 'offers', blocks: [{ '@type': 'Offer', itemOffered: productNamed('A') }, productNamed('B')] },
    { place: 'two blocks that say the same', blocks: [productNamed('A'), productNamed('B'), productNamed('A')] },
  ])('are found in $place', ({ blocks }) => {
    expect(namesIn(pageWith(...blocks))).toEqual(['A', 'B']);
  });

  it.each([
    { kind: 'double quotes', tag: '<script type="application/ld+json">' },
    { kind: 'single quotes and other attributes', tag: "<script id='a' type='application/ld+json' async>" },
    { kind: 'capitals and a charset', tag: '<SCRIPT\n TYPE="Application/LD+JSON; charset=utf-8">' },
    { kind: 'no quotes', tag: '<script type=application/ld+json>' },
  ])('are read where a block is written with $kind', ({ tag }) => {
    expect(namesIn(`<p>${tag}${JSON.stringify(productNamed('A'))}</SCRIPT></p>`)).toEqual(['A']);
  });

  it('are not the things that an item only mentions, nor those of other types', () => {
    const page = pageWith(
      productNamed('A', { isRelatedTo: [productNamed('B')], review: { itemReviewed: productNamed('C') } }),
      { '@type': 'Recipe', name: 'D' },
      { name: 'E' },
      'F',
      null,
    );

    expect(namesIn(page)).toEqual(['A']);
    expect(cellsIn(page, 'hotel')).toEqual([]);
  });

  it('are completed by objects that they name by id', () => {
    const graph = [
      productNamed('A', { brand: { '@id': '#peak' }, offers: { '@id': '#offer' } }),
      { '@id': '#peak', '@type': 'Brand', name: 'Peak' },
      { '@id': '#offer', ...offer() },
      productNamed('B', { brand: { '@id': '#gone' } }),
    ];

    expect(cellsIn(pageWith({ '@graph': graph }))).toEqual([
      { name: 'A', brand: 'Peak', price: 9.5, currency: 'USD' },
      { name: 'B' },
    ]);
  });

  it('take price and currency from the first of several offers', () => {
    const offers = [offer({ price: '30' }), offer({ price: '20', priceCurrency: 'EUR' })];

    expect(cellsIn(pageWith(productNamed('A', { offers })))).toEqual([{ name: 'A', price: 30, currency: 'USD' }]);
  });

  it.each([
    { availability: 'https://schema.org/InStock', inStock: true },
    { availability: 'http://schema.org/OutOfStock', inStock: false },
    { availability: 'SoldOut', inStock: false },
    { availability: 'https://schema.org/PreOrder', inStock: undefined },
  ])('are in stock where they say so: $availability', ({ availability, inStock }) => {
    expect(cellsIn(pageWith(productNamed('A', { offers: { availability } })))[0]?.['inStock']).toBe(inStock);
  });

  it('have decimals with a full stop, as schema.org has it', () => {
    expect(cellsIn(pageWith(productNamed('A', { offers: offer({ price: '1.999' }) })))).toMatchObject([
      { price: 1.999 },
    ]);
  });
});

describe('values that cannot be read', () => {
  it.each([
    { flaw: 'are of another type', offers: offer({ price: 'on request' }), says: 'price "on request" is no amount' },
    { flaw: 'name no currency', offers: { price: 30 }, says: 'price "30" names no currency' },
    { flaw: 'name no known currency', offers: offer({ priceCurrency: 'gold' }), says: 'price "9.5" names no currency' },
  ])('that $flaw are left out and noted, and the item stays', ({ offers, says }) => {
    const { rows, notes } = rowsOf(pageWith(productNamed('A', { offers })));

    expect(rows.map(({ cells }) => cells['price'])).toEqual([undefined]);
    expect(rows.map(({ cells }) => cells['name'])).toEqual(['A']);
    expect(notes).toEqual([`page.html: values left out: 1, first at item 1: ${says}`]);
  });

  it('give way to the next path that can be read', () => {
    const offers = offer({ price: 'from', lowPrice: 12 });

    expect(rowsOf(pageWith(productNamed('A', { offers })))).toMatchObject({
      rows: [{ cells: { price: 12, currency: 'USD' } }],
      notes: [],
    });
  });

  it('are left out where they are objects, nulls, empty, or infinite', () => {
    const page = pageWith(productNamed('A', { category: { deep: {} }, description: null, color: [' ', null] }));

    expect(rowsOf(page)).toEqual({ rows: [{ cells: { name: 'A' }, place: 'item 1' }], notes: [] });
    expect(
      cellsIn(`${blockOf('{"@type":"Product","name":"A","offers":{"price":1e999,"priceCurrency":"EUR"}}')}`),
    ).toEqual([{ name: 'A', currency: 'EUR' }]);
  });
});
