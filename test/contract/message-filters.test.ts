import type { SessionContext } from '@plumbline/contracts/answers/conversation';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import type { Reasoner } from '@plumbline/model/reasoner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUnderstandMessage } from '../../activities/entries/answers/understand-message.ts';
import {
  type CatalogueFolder,
  createCatalogueFolder,
  createTestCatalogues,
  EXAMPLE_VERTICALS,
} from '../support/builders/catalogue-fixtures.ts';
import { contextOf, heardOf, turnOf } from '../support/builders/conversation-fixtures.ts';
import { understoodAs } from '../support/builders/step-answers.ts';
import {
  answer,
  type ScriptedModelServer,
  startScriptedModelServer,
} from '../support/servers/scripted-model-server.ts';

let folder: CatalogueFolder;
let server: ScriptedModelServer;
let model: Reasoner;
const byRule: Reasoner = createOfflineReasoner();

beforeAll(async () => {
  folder = await createCatalogueFolder();
  server = await startScriptedModelServer();
  const models = { small: 'small-model', main: 'main-model' };
  model = createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs: 600_000 });
});

afterAll(async () => {
  await server.close();
  await folder.dispose();
});

interface Asked {
  readonly message?: string;
  readonly context?: Partial<SessionContext>;
  readonly catalogues?: readonly string[];
}

const QUIET = 'A quiet hotel in Boston under 150 euros';

/** The filters of a message. */
async function read({ message = QUIET, context = {}, catalogues = [folder.path] }: Asked, reasoner = byRule) {
  const sources = { catalogues, hasDocuments: true, hasWeb: false };
  const heard = heardOf(message, { context: contextOf(context), sources });
  const understand = createUnderstandMessage({ reasoner, catalogues: createTestCatalogues() });
  const { value, cost } = await understand(heard, new AbortController().signal);
  return { value: value.filters, cost };
}

describe('filters read by rule', () => {
  it('are typed, without dates and guests that nobody stated', async () => {
    const { value, cost } = await read({});

    expect(value).toEqual({
      vertical: 'hotel',
      extracted: { place: 'Boston', maxPrice: '<150' },
      merged: { place: 'Boston', maxPrice: '<150' },
      preference: 'quiet',
    });
    expect(cost).toMatchObject({ engine: 'offline', degradations: [] });
  });

  it.each(['hotels in Munich?', 'Hotels in München?'])('carry those of the session over: %s', async (text) => {
    const filters = { hotel: { place: 'Boston', checkIn: '2026-03-01', maxPrice: 150 } };

    const { value } = await read({ message: text, context: { filters, lastVertical: 'hotel' } });

    expect(value).toMatchObject({
      vertical: 'hotel',
      extracted: { place: 'Munich' },
      merged: { place: 'Munich', checkIn: '2026-03-01', maxPrice: 150 },
    });
  });

  it('are none where no catalogue has items of the vertical', async () => {
    const own = await createCatalogueFolder({ ...EXAMPLE_VERTICALS, 'movie.csv': 'title\nNight Harbour\n' });

    const { value } = await read({ catalogues: [own.path] });
    await own.dispose();

    expect(value).toEqual({ vertical: 'other', extracted: {}, merged: {}, preference: '' });
  });

  it('leave out a limit in another currency than the catalogue has, and say so', async () => {
    const { value, cost } = await read({ message: 'hotel in Boston under 150 dollars' });

    expect(value.extracted).toEqual({ place: 'Boston' });
    expect(cost.degradations).toEqual([
      {
        step: 'understand-message',
        cause: 'maxPrice is in USD, the catalogue in EUR: the limit was not used',
        count: 1,
      },
    ]);
  });
});

describe('filters read by a model', () => {
  interface Said extends Asked {
    readonly vertical: string;
    readonly filters?: readonly { readonly name: string; readonly value: string }[];
    readonly preference?: string;
  }
  const PLACE = { name: 'place', value: 'Boston' };
  const SEARCHES = [
    { tool: 'catalogue', query: 'hotel' },
    { tool: 'documents', query: 'hotel' },
  ];
  const readAs = ({ vertical, filters = [], preference = '', message = QUIET, ...asked }: Said) => {
    server.replyWith(answer(understoodAs(message, { vertical, filters, preference, searches: SEARCHES })));
    return read({ message, ...asked }, model);
  };

  it('are typed and merged', async () => {
    const filters = [PLACE, { name: 'maxPrice', value: '150' }];
    const { value, cost } = await readAs({ vertical: 'hotel', filters, preference: 'quiet' });

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
    const message = 'a quiet hotel in Boston';
    const { value, cost } = await readAs({ vertical: 'hotel', filters: [PLACE, entry], message });

    expect(value.extracted).toEqual({ place: 'Boston' });
    expect(cost.degradations).toEqual([{ step: 'understand-message', cause, count: 1 }]);
  });

  it('give way to the rule where the vertical is invented', async () => {
    const { value, cost } = await readAs({ vertical: 'yacht', filters: [PLACE] });

    expect(value).toMatchObject({ vertical: 'hotel', extracted: { place: 'Boston', maxPrice: '<150' } });
    expect(cost.degradations).toMatchObject([
      { cause: '"yacht" is no catalogue that has items; the rule read the message' },
    ]);
  });

  it('give way to the rule where the message names items and the model sees none', async () => {
    const { value, cost } = await readAs({ vertical: 'other', message: 'Compare Beacon Inn and Charles Lodge' });

    expect(value).toMatchObject({ vertical: 'hotel', merged: {}, named: ['Beacon Inn', 'Charles Lodge'] });
    expect(cost.degradations).toMatchObject([{ cause: 'the message names items of hotel; the rule read the message' }]);
  });

  it('stand beside the items that the message names, which the model is told', async () => {
    const filters = [{ name: 'maxPrice', value: '150' }];
    const context = { filters: { hotel: { place: 'Munich' } } };
    const { value } = await readAs({
      vertical: 'hotel',
      filters,
      context,
      message: 'Is Charles Lodge under 150 euros?',
    });

    expect(value).toMatchObject({ merged: { maxPrice: 150 }, named: ['Charles Lodge'] });
    expect(JSON.stringify(server.requests.at(-1))).toContain('items that the message names: Charles Lodge');
  });

  it('stand beside no items that only the message before named', async () => {
    const context = { thread: [turnOf({ message: 'Compare Beacon Inn and Charles Lodge' })], lastVertical: 'hotel' };
    await readAs({ vertical: 'hotel', context, message: 'under 150 euros, please' });

    expect(JSON.stringify(server.requests.at(-1))).not.toContain('items that the message names');
  });

  it('are none where there is no catalogue, whatever the model says, and nothing is made of it', async () => {
    server.replyWith(answer(understoodAs(QUIET, { vertical: 'hotel', filters: [PLACE] })));

    const { value, cost } = await read({ catalogues: [] }, model);

    expect(value).toEqual({ vertical: 'other', extracted: {}, merged: {}, preference: '' });
    expect(cost.degradations).toEqual([]);
  });
});
