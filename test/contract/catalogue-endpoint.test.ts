import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUnderstandMessage } from '../../activities/entries/answers/understand-message.ts';
import { createCatalogueFolder, createTestCatalogues } from '../support/builders/catalogue-fixtures.ts';
import { heardOf } from '../support/builders/conversation-fixtures.ts';
import { answer, type PageAnswer, type PageServer, startPageServer } from '../support/servers/page-server.ts';

const PATH = '/items?vertical=hotel';
const signal = new AbortController().signal;
const json = (body: unknown): PageAnswer => answer(200, { 'content-type': 'application/json' }, JSON.stringify(body));
const HOTELS = { items: [{ name: 'Quay House', city: 'Boston', price: 99 }] };

let pages: Record<string, PageAnswer>;
let server: PageServer;

beforeEach(async () => {
  pages = {};
  server = await startPageServer(pages);
});

afterEach(() => server.close());

const open = (limits = {}) =>
  createTestCatalogues([server.host], limits).open([`${server.origin}/items`], signal, 'hotel');

describe('an endpoint with a catalogue', () => {
  it('is asked for a vertical, and its items are read', async () => {
    pages[PATH] = json(HOTELS);

    const { tables, notes } = await open();

    expect(tables.map(({ count }) => count)).toEqual([1]);
    expect(tables[0]?.originOf(0)).toMatchObject({ locator: `${server.origin}/items`, place: 'item 1' });
    expect(notes).toEqual([]);
    expect(server.requests).toEqual([PATH]);
  });

  it.each<{ flaw: string; reply: PageAnswer; note: RegExp }>([
    { flaw: 'is not JSON', reply: answer(200, {}, '<html>'), note: /is no JSON list of items/ },
    { flaw: 'is binary', reply: answer(200, {}, new Uint8Array([1, 0, 2])), note: /cannot be read: binary file/ },
    { flaw: 'is too large', reply: json({ items: ['x'.repeat(20_000)] }), note: /is larger than the limit of 9\.8 KB/ },
    { flaw: 'is missing', reply: answer(404, {}, ''), note: /does not exist \(404\)/ },
    { flaw: 'is refused', reply: answer(403, {}, ''), note: /\(403\); it gave no items/ },
  ])('that $flaw is noted', async ({ reply, note }) => {
    pages[PATH] = reply;

    const { tables, notes } = await open({ maxBytes: 10_000 });

    expect(tables).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(note)]);
  });

  it.each<{ flaw: string; reply: PageAnswer }>([
    { flaw: 'fails', reply: answer(500, {}, 'broken') },
    { flaw: 'does not answer in time', reply: () => {} },
  ])('that $flaw may answer later, and is asked again', async ({ reply }) => {
    pages[PATH] = reply;

    await expect(open({ timeLimitMs: 300 })).rejects.toMatchObject({ name: 'PageUnavailableError' });
  });

  it('that fails leaves the items of other catalogues, and is noted', async () => {
    pages[PATH] = answer(500, {}, 'broken');
    const folder = await createCatalogueFolder();

    const { tables, notes } = await createTestCatalogues([server.host]).open(
      [`${server.origin}/items`, folder.path],
      signal,
      'hotel',
    );
    await folder.dispose();

    expect(tables.map(({ count }) => count)).toEqual([7]);
    expect(notes).toEqual([`The catalogue at ${server.origin}/items answered 500; its items are missing.`]);
  });

  it('on this machine is refused unless its host is allowed', async () => {
    pages[PATH] = json(HOTELS);

    const { tables, notes } = await createTestCatalogues().open([`${server.origin}/items`], signal, 'hotel');

    expect(tables).toEqual([]);
    expect(notes[0]).toMatch(/127\.0\.0\.1, which is not part of the public web/);
    expect(server.requests).toEqual([]);
  });

  it('that fails makes the vertical other, and says so', async () => {
    const understand = createUnderstandMessage({
      reasoner: createOfflineReasoner(),
      catalogues: createTestCatalogues([server.host]),
    });
    for (const vertical of ['hotel', 'product']) {
      pages[`/items?vertical=${vertical}`] = answer(503, {}, '');
    }

    const sources = { catalogues: [`${server.origin}/items`], hasDocuments: false, hasWeb: false };
    const { value, cost } = await understand(heardOf('a hotel in Boston', { sources }), signal);

    expect(value.filters.vertical).toBe('other');
    expect(cost.degradations).toMatchObject([
      { cause: expect.stringMatching(/^no catalogue could be read: .* answered 503/) },
    ]);
  });
});
