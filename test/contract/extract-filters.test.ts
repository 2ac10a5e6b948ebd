import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExtractFilters } from '../../activities/entries/answers/extract-filters.ts';
import { createOfflineReasoner } from '../../activities/model/engine/offline-reasoner.ts';
import { createOpenAIReasoner } from '../../activities/model/engine/openai-reasoner.ts';
import type { Reasoner } from '../../activities/model/engine/reasoner.ts';
import type { ExtractFiltersInput } from '../../workflows/contracts/answers/answer-activities.ts';
import { UNLIMITED } from '../../workflows/contracts/common/metering.ts';
import {
  type CatalogueFolder,
  createCatalogueFolder,
  createTestCatalogues,
  TODAY,
} from '../support/builders/catalogue-fixtures.ts';
import {
  answer,
  type ScriptedModelServer,
  startScriptedModelServer,
} from '../support/servers/scripted-model-server.ts';

let folder: CatalogueFolder;
let server: ScriptedModelServer;
let model: Reasoner;

beforeAll(async () => {
  folder = await createCatalogueFolder();
  server = await startScriptedModelServer();
  const models = { small: 'small-model', main: 'main-model' };
  model = createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs: 20_000 });
});

afterAll(async () => {
  await server.close();
  await folder.dispose();
});

const extract = (changes: Partial<ExtractFiltersInput>, reasoner: Reasoner = createOfflineReasoner()) =>
  createExtractFilters({ reasoner, catalogues: createTestCatalogues() })(
    {
      rewrittenPrompt: 'A quiet hotel in Boston under 150 euros',
      language: 'en',
      catalogues: [folder.path],
      sessionFilters: {},
      lastVertical: null,
      engine: 'configured',
      today: TODAY,
      metering: UNLIMITED,
      approvedTasks: [],
      ...changes,
    },
    new AbortController().signal,
  );

describe('filters extracted by rule', () => {
  it('are typed, without dates and guests that nobody stated', async () => {
    const { value, cost } = await extract({});

    expect(value).toEqual({
      vertical: 'hotel',
      extracted: { place: 'Boston', maxPrice: 150 },
      merged: { place: 'Boston', maxPrice: 150 },
      preference: 'quiet',
    });
    expect(cost).toMatchObject({ engine: 'offline', degradations: [] });
  });

  it.each([
    { text: 'and in Munich?', language: 'en' },
    { text: 'und in München?', language: 'de' },
  ])('carry those of the session over: $text', async ({ text, language }) => {
    const sessionFilters = { hotel: { place: 'Boston', checkIn: '2026-03-01', maxPrice: 150 } };

    const { value } = await extract({ rewrittenPrompt: text, language, sessionFilters, lastVertical: 'hotel' });

    expect(value).toMatchObject({
      vertical: 'hotel',
      extracted: { place: 'Munich' },
      merged: { place: 'Munich', checkIn: '2026-03-01', maxPrice: 150 },
    });
  });

  it('are none where no catalogue has items of the vertical', async () => {
    const own = await createCatalogueFolder({ 'movie.csv': 'title\nNight Harbour\n' });

    const { value } = await extract({ catalogues: [own.path] });
    await own.dispose();

    expect(value).toEqual({ vertical: 'other', extracted: {}, merged: {}, preference: '' });
  });

  it('leave out a limit in another currency than the catalogue has, and say so', async () => {
    const { value, cost } = await extract({ rewrittenPrompt: 'hotel in Boston under 150 dollars' });

    expect(value.extracted).toEqual({ place: 'Boston' });
    expect(cost.degradations).toEqual([
      { step: 'extract-filters', cause: 'maxPrice is in USD, the catalogue in EUR: the limit was not used', count: 1 },
    ]);
  });
});

describe('filters extracted by a model', () => {
  const says = (vertical: string, filters: readonly { name: string; value: string }[], preference = '') =>
    server.replyWith(answer({ vertical, filters, preference }));

  it('are typed and merged', async () => {
    says(
      'hotel',
      [
        { name: 'place', value: 'Boston' },
        { name: 'maxPrice', value: '150' },
      ],
      'quiet',
    );

    const { value, cost } = await extract({}, model);

    expect(value).toMatchObject({
      vertical: 'hotel',
      extracted: { place: 'Boston', maxPrice: 150 },
      preference: 'quiet',
    });
    expect(cost).toMatchObject({ engine: 'model', modelCalls: 1, degradations: [] });
  });

  it.each([
    { flaw: 'no filter', entry: { name: 'pool', value: 'yes' }, cause: '"pool" is no filter of hotel' },
    { flaw: 'no value', entry: { name: 'maxPrice', value: 'cheap' }, cause: 'maxPrice "cheap" is no money' },
    { flaw: 'assumed guests', entry: { name: 'guests', value: '2' }, cause: 'guests is not stated in the message' },
    {
      flaw: 'an assumed date',
      entry: { name: 'checkIn', value: '2026-01-16' },
      cause: 'checkIn is not stated in the message',
    },
  ])('are dropped where they are $flaw', async ({ entry, cause }) => {
    says('hotel', [{ name: 'place', value: 'Boston' }, entry]);

    const { value, cost } = await extract({ rewrittenPrompt: 'a quiet hotel in Boston' }, model);

    expect(value.extracted).toEqual({ place: 'Boston' });
    expect(cost.degradations).toEqual([{ step: 'extract-filters', cause, count: 1 }]);
  });

  it('are dropped where the message only wishes for them', async () => {
    says('hotel', [
      { name: 'place', value: 'Boston' },
      { name: 'maxPrice', value: '100' },
    ]);

    const { value, cost } = await extract({ rewrittenPrompt: 'hotel in Boston, preferably under 100 euros' }, model);

    expect(value.extracted).toEqual({ place: 'Boston' });
    expect(cost.degradations).toMatchObject([{ cause: 'maxPrice is only wished for: it orders and does not filter' }]);
  });

  it('give way to the rule where the vertical is invented', async () => {
    says('yacht', [{ name: 'place', value: 'Boston' }]);

    const { value, cost } = await extract({}, model);

    expect(value).toMatchObject({ vertical: 'hotel', extracted: { place: 'Boston', maxPrice: 150 } });
    expect(cost.degradations).toMatchObject([
      { cause: '"yacht" is no catalogue that has items; the rule read the message' },
    ]);
  });

  it('give way to the rule where the message names items and the model sees none', async () => {
    says('other', []);

    const { value, cost } = await extract({ rewrittenPrompt: 'Compare Beacon Inn and Charles Lodge' }, model);

    expect(value).toMatchObject({ vertical: 'hotel', merged: {}, named: ['Beacon Inn', 'Charles Lodge'] });
    expect(cost.degradations).toMatchObject([{ cause: 'the message names items of hotel; the rule read the message' }]);
  });

  it('stand beside the items that the message names, which the model is told', async () => {
    says('hotel', [{ name: 'maxPrice', value: '150' }]);
    const sessionFilters = { hotel: { place: 'Munich' } };

    const rewrittenPrompt = 'Is Charles Lodge under 150 euros?';
    const { value } = await extract({ rewrittenPrompt, sessionFilters }, model);

    expect(value).toMatchObject({ merged: { maxPrice: 150 }, named: ['Charles Lodge'] });
    expect(JSON.stringify(server.requests.at(-1))).toContain('items that the message names: Charles Lodge');
  });

  it('cost no call where there is no catalogue', async () => {
    const before = server.requests.length;

    const { value } = await extract({ catalogues: [] }, model);

    expect(value.vertical).toBe('other');
    expect(server.requests).toHaveLength(before);
  });
});
