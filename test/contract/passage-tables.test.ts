import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPassageTables, type PassageTables } from '../../activities/index/passage-tables.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';

describe('words in passages of several languages', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let tables: PassageTables;

  beforeAll(async () => {
    folder = await temporaryFolder();
    tables = await openPassageTables(folder.path);
    await tables.add('de', [row('german', 'Der keeper im Hafen zeigt die Lampe Typ 250 im RetryAgent')]);
    await tables.add('en', [row('english', 'The keeper trims the wick')]);
  });
  afterAll(async () => {
    tables.close();
    await folder.dispose();
  });

  const found = async (words: readonly string[], spoken: string | null) =>
    (await tables.search({ words, limit: 5, spoken })).map(({ passageId }) => passageId).sort();

  it('are searched everywhere where no language is given', async () => {
    expect(await found(['keeper', 'report', 'storm'], null)).toEqual(['english', 'german']);
  });

  it('are left out where another language knows less than half of them', async () => {
    expect(await found(['keeper', 'report', 'storm'], 'en')).toEqual(['english']);
  });

  it('are searched in their own language however few it knows', async () => {
    expect(await found(['keeper', 'report', 'storm'], 'de')).toEqual(['german']);
  });

  it('are searched in another language that knows half of them', async () => {
    expect(await found(['RetryAgent', 'limit'], 'en')).toEqual(['german']);
    expect(await found(['Hafen', 'Lampe'], 'en')).toEqual(['german']);
  });

  it('are not taken for known by their figures', async () => {
    expect(await found(['250', 'storm'], 'en')).toEqual([]);
    expect(await found(['250'], 'en')).toEqual(['german']);
  });
});

function row(passageId: string, words: string) {
  const place = { page: 0, headingPath: '[]', start: 0, end: words.length, textOffset: 0 };
  return { passageId, sourceId: passageId, ...place, words, wordParts: '', headingParts: '' };
}
