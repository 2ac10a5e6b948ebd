import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Catalogues } from '@plumbline/catalogue/catalogues';
import type { Filters } from '@plumbline/contracts/answers/catalogue';
import type { SessionContext } from '@plumbline/contracts/answers/conversation';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSearchCatalogue } from '../../activities/entries/answers/search-catalogue.ts';
import { createUnderstandMessage } from '../../activities/entries/answers/understand-message.ts';
import { suggestFollowUps } from '../../workflows/domain/answers/follow-ups.ts';
import {
  CATALOGUE_FILES,
  type CatalogueFolder,
  createCatalogueFolder,
  createTestCatalogues,
  TODAY,
} from '../support/builders/catalogue-fixtures.ts';
import { contextOf, heardOf, turnOf } from '../support/builders/conversation-fixtures.ts';

const HOTELS = `name,city,price,currency,rating,url,description
Harbour Inn,Boston,180,USD,4.2,https://example.com/harbour,Quiet rooms near the harbour
Sea View,Boston,140,USD,3.9,https://example.com/sea,Rooms with a view of the sea
Old Mill,Boston,95,USD,3.5,https://example.com/mill,Simple rooms in an old mill
Old Mill Garden,Boston,99,USD,3.6,,Beside the mill
Boston,Boston,120,USD,3,,The hotel that is called like its town
Boston Hotel,Boston,125,USD,3,,In the centre
Seaside,Boston,130,USD,3.1,,Beside the sea
Elbblick,Hamburg,140,USD,4.1,,Above the river
Harbour Inn,Munich,150,USD,4,,Far from any harbour
Isar Hof,Munich,150,USD,4.5,https://example.com/isar,Quiet house beside the river
`;

const signal = new AbortController().signal;
let folder: CatalogueFolder;
let home: string;
let catalogues: Catalogues;

beforeAll(async () => {
  folder = await createCatalogueFolder({ ...CATALOGUE_FILES, 'hotel.csv': HOTELS });
  home = await mkdtemp(join(tmpdir(), 'plumbline-named-items-'));
  catalogues = createTestCatalogues();
});

afterAll(async () => {
  await folder.dispose();
  await rm(home, { recursive: true, force: true });
});

/** What a message leads to by rule, from the words to the items. */
async function ask(message: string, context: SessionContext = contextOf()) {
  const understand = createUnderstandMessage({ reasoner: createOfflineReasoner(), catalogues });
  const sources = { catalogues: [folder.path], hasDocuments: true, hasWeb: false };
  const { interpretation, filters, steps } = (await understand(heardOf(message, { context, sources }), signal)).value;
  const { rewrittenPrompt, language } = interpretation;
  const [step] = steps;
  if (step?.tool !== 'catalogue') return { interpretation, filters, found: null, titles: [] };
  const search = createSearchCatalogue({ catalogues, blobs: createFileBlobStore(home) });
  const found = await search(
    { ...step, question: rewrittenPrompt, catalogues: [folder.path], language, topK: 10, today: TODAY },
    signal,
  );
  return { interpretation, filters, found, titles: found.items.map(({ card }) => `${card.title}, ${card.subtitle}`) };
}

/** The session after "hotels in Munich under 160 dollars". */
const AFTER_MUNICH = contextOf({
  thread: [turnOf({ message: 'hotels in Munich under 160 dollars', vertical: 'hotel' })],
  filters: { hotel: { place: 'Munich', maxPrice: 160 } },
  lastVertical: 'hotel',
});

describe('a message that names items', () => {
  it.each([
    ['compare Harbour Inn and Sea View', ['Harbour Inn, Boston', 'Sea View, Boston', 'Harbour Inn, Munich']],
    ['Is the Isar Hof quiet?', ['Isar Hof, Munich']],
    ['tell me more about Old Mill Garden', ['Old Mill Garden, Boston']],
    ['What does Old Mill cost, and Old Mill Garden?', ['Old Mill, Boston', 'Old Mill Garden, Boston']],
    ['Compare Elbblick and Seaside', ['Seaside, Boston', 'Elbblick, Hamburg']],
    ['Is Elbblick far from the station?', ['Elbblick, Hamburg']],
    ['Harbour Inn in Munich', ['Harbour Inn, Munich']],
    ['Was kostet Sea View?', ['Sea View, Boston']],
    ['Compare LH 10 with AZ 7', ['LH 10, Berlin, Rome, Mar 1, 2026', 'AZ 7, Berlin, Rome, Mar 1, 2026']],
    ['Elbblick', ['Elbblick, Hamburg']],
  ])('leads to exactly those, without a word for their kind: %s', async (message, expected) => {
    const { titles, found } = await ask(message);

    expect(titles).toHaveLength(expected.length);
    expect(new Set(titles)).toEqual(new Set(expected));
    expect(found?.items.every(({ score }) => score === 1)).toBe(true);
  });

  it.each([
    'hotel with sea view in Boston',
    'Hotel mit Elbblick in Boston',
    'boston hotel under 200 dollars',
    'hotels at the seaside in Boston',
    'Seaside hotels in Boston',
    'hotels in Boston',
  ])('is another than one that describes them: %s', async (message) => {
    const { filters, titles } = await ask(message);

    expect(filters).toMatchObject({ vertical: 'hotel', merged: { place: 'Boston' } });
    expect(filters.named).toBeUndefined();
    expect(titles.length).toBeGreaterThan(3);
  });

  it.each(['Who painted the harbour?', 'What is a view?', 'Is the mill old?'])(
    'is another than one that has single words of titles: %s',
    async (message) => {
      expect((await ask(message)).filters.vertical).toBe('other');
    },
  );

  it('means them wherever they are: neither filters of the session nor defaults apply', async () => {
    const { filters, found, titles } = await ask('Tell me more about Sea View', AFTER_MUNICH);

    expect(filters).toMatchObject({ vertical: 'hotel', extracted: {}, merged: {}, named: ['Sea View'] });
    expect(found).toMatchObject({ assumed: [], filterSummary: '' });
    expect(titles).toEqual(['Sea View, Boston']);
  });

  it('still holds what it states itself', async () => {
    const { filters, titles } = await ask('Harbour Inn or Sea View under 170 dollars', AFTER_MUNICH);

    expect(filters.merged).toEqual({ maxPrice: '<170' });
    expect(titles).toEqual(['Sea View, Boston', 'Harbour Inn, Munich']);
  });

  it('is about the vertical that its other words name', async () => {
    expect((await ask('movies like Harbour Inn')).filters).toMatchObject({ vertical: 'movie' });
    expect((await ask('movies like Harbour Inn')).filters.named).toBeUndefined();
  });
});

describe('what an answer suggests to ask next', () => {
  const suggestionsFor = (language: string, filterSummary: string, names: readonly string[]) =>
    (['find', 'compare'] as const).flatMap((intent) =>
      suggestFollowUps({ intent, language, message: '', filterSummary, names }),
    );

  it.each([
    ['en', 'hotel', ['Harbour Inn', 'Sea View'], 'hotels in Boston'],
    ['de', 'hotel', ['Harbour Inn', 'Sea View'], 'Hotels in Boston'],
    ['en', 'flight', ['LH 10', 'AZ 7'], 'flights from Berlin to Rome'],
    ['de', 'movie', ['Paper Kites', 'Night Harbour'], 'Filme mit mindestens 6 Punkten'],
    ['en', 'product', ['Trail 5', 'City 2'], 'products under 100 euros'],
  ] as const)('leads to the named items (%s, %s)', async (language, vertical, names, message) => {
    const context = contextOf({ thread: [turnOf({ message, vertical })], lastVertical: vertical });
    const suggestions = suggestionsFor(language, '', names);

    expect(suggestions).toHaveLength(3);
    for (const suggestion of new Set(suggestions)) {
      const { filters, found } = await ask(suggestion, context);
      const wanted = names.filter((name) => suggestion.includes(name));
      expect(filters).toMatchObject({ vertical, named: wanted });
      expect(new Set(found?.items.map(({ card }) => card.title))).toEqual(new Set(wanted));
    }
  });

  it.each<readonly [string, string, Filters]>([
    ['en', 'hotel', { place: 'Boston', checkIn: '2026-12-07', checkOut: '2026-12-08', guests: 2, maxPrice: 200 }],
    ['de', 'hotel', { place: 'Boston', checkIn: '2026-12-07', checkOut: '2026-12-08', guests: 2, maxPrice: 200 }],
    ['en', 'hotel', { place: 'Boston', guests: 2, minPrice: 1250.5, minStars: 3, minRating: 3.5 }],
    ['de', 'hotel', { place: 'Boston', guests: 2, minPrice: 1250.5, minStars: 3, minRating: 3.5 }],
    ['en', 'hotel', { place: 'Boston', guests: 2, maxPrice: '<200', minStars: '>3', minRating: '>3.5' }],
    ['de', 'hotel', { place: 'Boston', guests: 2, minPrice: '>1250.5', minStars: '>3', minRating: '>3.5' }],
    ['en', 'hotel', { place: ['Boston', 'Munich'] }],
    ['en', 'flight', { origin: 'Berlin', destination: 'Rome', date: '2026-03-01', passengers: 1, maxPrice: 200 }],
    ['de', 'flight', { origin: 'Berlin', destination: 'Rome', date: '2026-03-01', passengers: 1, maxPrice: 200 }],
    ['en', 'product', { brand: 'Peak', color: 'black', maxPrice: 100 }],
    ['de', 'product', { brand: 'Peak', color: 'black', maxPrice: 100 }],
    ['en', 'movie', { genre: 'Drama', minRating: 7.5 }],
    ['de', 'movie', { genre: 'Drama', minRating: 7.5 }],
  ])('reads its own filters back (%s, %s, %o)', async (language, vertical, filters) => {
    const search = createSearchCatalogue({ catalogues, blobs: createFileBlobStore(home) });
    const searched = { catalogues: [folder.path], question: '', query: '', preference: '', topK: 10, today: TODAY };
    const found = await search({ ...searched, vertical, filters, language }, signal);
    const context = contextOf({ thread: [turnOf({ vertical })], lastVertical: vertical });
    const suggestions = new Set(suggestionsFor(language, found.filterSummary, []));

    expect(suggestions.size).toBe(1);
    for (const suggestion of suggestions) {
      const read = await ask(suggestion, context);
      expect(read.interpretation).toMatchObject({ rewrittenPrompt: suggestion, needsClarification: false });
      expect(read.filters).toMatchObject({ vertical, extracted: filters });
      expect(new Set(read.titles)).toEqual(new Set(found.items.map(({ card }) => `${card.title}, ${card.subtitle}`)));
    }
  });
});
