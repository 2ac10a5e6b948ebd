import { readFileSync } from 'node:fs';
import type { ItemTable } from '@plumbline/catalogue/tables';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type CatalogueFolder,
  createCatalogueFolder,
  createTestCatalogues,
  TODAY,
} from '../../../../test/support/builders/catalogue-fixtures.ts';
import { chooseVertical, readableVertical } from '../../items/readable-vertical.ts';

const messagesSchema = z.array(
  z.strictObject({
    language: z.enum(['en', 'de']),
    text: z.string(),
    /** Vertical of the message before. */
    last: z.string().optional(),
    /** Vertical and filters. */
    is: z.string(),
    wish: z.string(),
  }),
);
const MESSAGES = messagesSchema.parse(
  JSON.parse(readFileSync(new URL('../../../../test/fixtures/catalogue/messages.json', import.meta.url), 'utf8')),
);

let folder: CatalogueFolder;
let tables: readonly ItemTable[];

beforeAll(async () => {
  folder = await createCatalogueFolder();
  ({ tables } = await createTestCatalogues().open([folder.path], new AbortController().signal));
});

afterAll(() => folder.dispose());

function read({ language, text, last }: { language: string; text: string; last?: string | undefined }) {
  const said = { text, language, today: TODAY };
  const verticals = tables.map((table) => readableVertical(table, said));
  const { vertical, entries, preference } = chooseVertical(verticals, last ?? null, said);
  const filters = entries.map(({ name, value }) => `${name}=${value}`);
  return { is: [vertical, ...filters].join(' · '), wish: preference };
}

describe('a message', () => {
  it.each(MESSAGES)('$language: $text', ({ is, wish, ...message }) => {
    expect(read(message)).toEqual({ is, wish });
  });

  it.each([
    ['hotels, 4 stars and more', 'hotel · minStars=4'],
    ['hotel rooms within 200 dollars', 'hotel · maxPrice=200 dollars'],
    ['hotels between 90 and 150 euros', 'hotel · maxPrice=150 euros'],
    ['hotel for at least 3 guests under 150', 'hotel · guests=3 · maxPrice=<150'],
    ['hotels for up to 150 euros, more than 3 stars', 'hotel · minStars=>3 · maxPrice=150 euros'],
    ['hotels in Springfield', 'hotel · place=Springfield'],
  ])('has values of the catalogue and one limit of a number: %s', (text, is) => {
    expect(read({ language: 'en', text }).is).toBe(is);
  });
});

describe('a wish', () => {
  it.each([
    'hotel in Boston, preferably under 100 euros',
    'hotel in Boston, under 100 euros if possible',
    'hotel in Boston, under 100 euros, if possible',
    'hotel in Boston, around 100 euros',
    'hotel in Boston, cheap',
    'Hotel in Boston, möglichst unter 100 Euro',
    'Hotel in Boston, am liebsten unter 100 Euro',
    'Hotel in Boston, unter 100 Euro, wenn möglich',
    'Hotel in Boston, gern mit 4 Sternen',
    'Hotel in Boston, etwa 100 Euro',
  ])('never becomes a filter: %s', (text) => {
    const { is, wish } = read({ language: /ö|wenn|gern|etwa/.test(text) ? 'de' : 'en', text });

    expect(is).toBe('hotel · place=Boston');
    expect(wish).not.toBe('');
  });
});
