import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSearchCatalogue } from '../../activities/entries/answers/search-catalogue.ts';
import { createUnderstandMessage } from '../../activities/entries/answers/understand-message.ts';
import {
  type CatalogueFolder,
  createCatalogueFolder,
  createTestCatalogues,
  TODAY,
} from '../support/builders/catalogue-fixtures.ts';
import { contextOf, heardOf } from '../support/builders/conversation-fixtures.ts';

/** Hotels of two cities, as a travel office lists them. */
const HOTELS = `name,place,price,rating,description
Wharf House,Boston,240 USD,4.6,boutique hotel two streets from the convention center
Granary,Boston,180 USD,4.4,boutique hotel in the old town
Station Inn,Boston,95 USD,3.8,rooms above the railway station
Lake Loft,Chicago,210 USD,4.7,boutique hotel near the convention center
`;
const HOTELS_GERMAN = `name,ort,preis,bewertung,beschreibung
Kaihaus,Hamburg,"240 €","4,6",Boutiquehotel zwei Straßen vom Kongresszentrum
Speicher,Hamburg,"180 €","4,4",Boutiquehotel in der Altstadt
Bahnhofshof,Hamburg,"95 €","3,8",Zimmer über dem Bahnhof
Seeblick,Bremen,"210 €","4,7",Boutiquehotel am Kongresszentrum
`;

const EXAMPLES = [
  {
    language: 'en',
    hotels: HOTELS,
    message: "Boutique hotels in Boston near the city's convention center",
    followUp: 'and in Chicago?',
    place: 'Boston',
    best: 'Wharf House',
    others: ['Granary', 'Station Inn'],
    next: 'Lake Loft',
  },
  {
    language: 'de',
    hotels: HOTELS_GERMAN,
    message: 'Boutiquehotels in Hamburg nahe dem Kongresszentrum',
    followUp: 'und in Bremen?',
    place: 'Hamburg',
    best: 'Kaihaus',
    others: ['Bahnhofshof', 'Speicher'],
    next: 'Seeblick',
  },
] as const;

describe.each(EXAMPLES)('boutique hotels near the convention center of $place, by rule', (example) => {
  const { language, hotels, message, followUp, place, best, others, next } = example;
  const signal = new AbortController().signal;
  const catalogues = createTestCatalogues();
  let folder: CatalogueFolder;
  let home: string;

  beforeAll(async () => {
    folder = await createCatalogueFolder({ 'hotel.csv': hotels });
    home = await mkdtemp(join(tmpdir(), 'plumbline-hotels-'));
  });
  afterAll(async () => {
    await folder.dispose();
    await rm(home, { recursive: true, force: true });
  });

  const understand = async (said: string, context = contextOf()) => {
    const sources = { catalogues: [folder.path], hasDocuments: false, hasWeb: false };
    const heard = heardOf(said, { context, sources });
    return (await createUnderstandMessage({ reasoner: createOfflineReasoner(), catalogues })(heard, signal)).value;
  };

  async function search({ filters, steps, interpretation }: Awaited<ReturnType<typeof understand>>) {
    const searching = createSearchCatalogue({ catalogues, blobs: createFileBlobStore(home) });
    const { merged, preference } = filters;
    const query = steps[0]?.query ?? '';
    const said = { catalogues: [folder.path], vertical: 'hotel', question: interpretation.rewrittenPrompt, query };
    return searching({ ...said, filters: merged, preference, language, topK: 10, today: TODAY }, signal);
  }

  it('are those of the place, the one that the rest of the message describes first, with dates assumed', async () => {
    const plan = await understand(message);
    expect(plan.filters).toMatchObject({ vertical: 'hotel', merged: { place } });

    const { items, assumed } = await search(plan);

    expect(items[0]?.card.title).toBe(best);
    expect(
      items
        .slice(1)
        .map(({ card }) => card.title)
        .toSorted(),
    ).toEqual(others);
    expect(assumed.map(({ name }) => name)).toEqual(['checkIn', 'checkOut', 'guests']);
  });

  it('are asked for in another place by a few words', async () => {
    const { filters } = await understand(message);
    const turn = { turn: 1, messageId: 'm1', message, rewrittenPrompt: message, summary: '', failure: null };
    const thread = [{ ...turn, vertical: 'hotel', clarificationQuestions: [] }];
    const context = contextOf({ thread, filters: { hotel: filters.merged }, lastVertical: 'hotel' });

    const { items } = await search(await understand(followUp, context));

    expect(items.map(({ card }) => card.title)).toEqual([next]);
  });
});
