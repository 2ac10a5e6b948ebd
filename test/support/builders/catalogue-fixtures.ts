import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Catalogues, createCatalogues } from '@plumbline/catalogue/catalogues';
import { createPageFetcher, createWebAgent } from '@plumbline/web/fetching';
import { writeFiles } from './corpus-fixtures.ts';

export const TODAY = '2026-01-02';

const exampleOf = (vertical: string): string =>
  readFileSync(new URL(`../../../examples/verticals/${vertical}.yaml`, import.meta.url), 'utf8');

/** The verticals of the examples, as a person copies them into a catalogue. */
export const EXAMPLE_VERTICALS = {
  'verticals/flight.yaml': exampleOf('flight'),
  'verticals/movie.yaml': exampleOf('movie'),
} as const;

export const CATALOGUE_FILES = {
  ...EXAMPLE_VERTICALS,
  'hotel.csv': `name,city,price,rating,stars,max guests,amenities,latitude,longitude,url
Elbblick,Hamburg,140 €,4.5,4,2,"quiet rooms; sauna",53.545,9.966,https://hotels.example/elbblick
Hafenkrone,Hamburg,95 €,3.9,3,4,"pool; bar",53.55,9.99,
Isarhof,Munich,"180,50 €",4.7,4,3,"quiet garden; near the station",48.137,11.575,
Alpenruh,Munich,120 €,4.1,3,2,"breakfast; quiet",48.14,11.56,
Beacon Inn,Boston,210 €,4.4,4,2,"harbour view; gym",42.36,-71.06,
Charles Lodge,Boston,130 €,3.2,2,4,"near the station",42.37,-71.08,
Seaside,Boston,150 €,,3,2,,,,
`,
  'flight.json': JSON.stringify([
    {
      number: 'LH 10',
      airline: 'Lufthansa',
      origin: 'Berlin',
      destination: 'Rome',
      date: '2026-03-01',
      stops: 0,
      duration: 125,
      price: { amount: 149, currency: 'EUR' },
    },
    {
      number: 'AZ 7',
      airline: 'Alitalia',
      origin: 'Berlin',
      destination: 'Rome',
      date: '2026-03-01',
      stops: 1,
      duration: 260,
      price: { amount: 89.5, currency: 'EUR' },
    },
    {
      number: 'LH 20',
      airline: 'Lufthansa',
      origin: 'Munich',
      destination: 'Lisbon',
      date: '2026-03-05',
      stops: 0,
      duration: 190,
      price: { amount: 210, currency: 'EUR' },
    },
  ]),
  'product.csv': `name;brand;category;color;price;rating;in stock
Trail 5;Peak;Shoes;black;89,90 €;4,6;yes
City 2;Peak;Shoes;white;59,00 €;4,1;no
Rain X;Nordlys;Jackets;blue;129,00 €;4,4;yes
Summit;Nordlys;Jackets;black;249,00 €;4,8;yes
`,
  'movie/list.json': JSON.stringify({
    items: [
      {
        title: 'Night Harbour',
        genre: ['Thriller', 'Drama'],
        year: 2019,
        rating: 7.8,
        duration: 118,
        language: 'English',
      },
      { title: 'Paper Kites', genre: ['Comedy'], year: 2023, rating: 6.9, duration: 95, language: 'German' },
      { title: 'Long Winter', genre: ['Drama'], year: 2008, rating: 8.4, duration: 150, language: 'English' },
    ],
  }),
} as const;

export interface CatalogueFolder {
  readonly path: string;
  write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void>;
  dispose(): Promise<void>;
}

export async function createCatalogueFolder(
  files: Readonly<Record<string, string | Uint8Array>> = CATALOGUE_FILES,
): Promise<CatalogueFolder> {
  const path = await mkdtemp(join(tmpdir(), 'plumbline-catalogue-'));
  await writeFiles(path, files);
  return {
    path,
    write: (more) => writeFiles(path, more),
    dispose: () => rm(path, { recursive: true, force: true }),
  };
}

/** @param allowedHosts loopback servers that may be asked */
export function createTestCatalogues(
  allowedHosts: readonly string[] = [],
  limits: { readonly maxBytes?: number; readonly timeLimitMs?: number } = {},
): Catalogues {
  const agent = createWebAgent({ allowedHosts });
  const now = () => new Date(`${TODAY}T12:00:00Z`);
  return createCatalogues({ fetcher: createPageFetcher({ agent, userAgent: 'test', now, ...limits }) });
}
