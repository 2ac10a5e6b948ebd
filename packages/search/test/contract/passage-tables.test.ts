import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/builders/corpus-fixtures.ts';
import type { PassageRow } from '../../index/passage-rows.ts';
import { openPassageTables, type PassageTables } from '../../index/passage-tables.ts';

describe('words in passages of several languages', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let tables: PassageTables;

  beforeAll(async () => {
    folder = await temporaryFolder();
    tables = await openPassageTables(join(folder.path, 'passages.sqlite'));
    await add(tables, 'de', [row('german', 'Der keeper im Hafen zeigt die Lampe Typ 250 im RetryAgent')]);
    await add(tables, 'en', [row('english', 'The keeper trims the wick')]);
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

  it('are corrected by those of the passages where none has them, names and figures never', async () => {
    const spellings = await tables.spellings(
      ['kepeer', 'keeper', 'wikc', 'Lampee', 'RetryAgnet', '251', 'whale'],
      'en',
    );

    expect([...spellings]).toEqual([['kepeer', 'keeper']]);
  });

  it('are not taken for known by their figures', async () => {
    expect(await found(['250', 'storm'], 'en')).toEqual([]);
    expect(await found(['250'], 'en')).toEqual(['german']);
  });
});

describe('passages added and removed one by one', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const opened: PassageTables[] = [];

  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(async () => {
    for (const tables of opened) tables.close();
    await folder.dispose();
  });

  const open = async (name: string) => {
    const tables = await openPassageTables(join(folder.path, name));
    opened.push(tables);
    return tables;
  };
  const lamps = Array.from({ length: 30 }, (_, index) =>
    row(`lamp-${index}`, `lamp ${'wick '.repeat(index % 7)}oil ${index}`),
  );
  const best = async (tables: PassageTables) =>
    (await tables.search({ words: ['wick', 'oil', '17'], limit: 10, spoken: null })).map(({ passageId, score }) => ({
      passageId,
      score,
    }));

  it('score like passages added at once', async () => {
    const [single, whole] = [await open('single.sqlite'), await open('whole.sqlite')];
    for (const lamp of lamps) {
      await add(single, 'en', [row(`stray-${lamp.passageId}`, 'oil oil oil'), lamp]);
      await single.removeSources([`stray-${lamp.passageId}`]);
      await single.optimize();
    }
    await add(whole, 'en', lamps);

    expect(await best(single)).toEqual(await best(whole));
    expect(await single.frequencies(['oil', 'tide', 'wick 17'])).toEqual({ total: 30, matching: [30, 0, 25] });
  });

  it('have an order of their own where scores are equal, whichever was added first', async () => {
    const twins = ['b', 'a', 'd', 'c'].map((id) => row(id, 'wick and oil'));
    const [one, other] = [await open('forward.sqlite'), await open('backward.sqlite')];
    await add(one, 'en', twins);
    for (const twin of twins.toReversed()) await add(other, 'en', [twin]);

    expect((await best(one)).map(({ passageId }) => passageId)).toEqual(['a', 'b', 'c', 'd']);
    expect(await best(other)).toEqual(await best(one));
  });

  it('are not found after they were removed', async () => {
    const tables = await open('removed.sqlite');
    await add(tables, 'en', lamps);
    await tables.removeSources(lamps.slice(1).map(({ sourceId }) => sourceId));

    expect((await best(tables)).map(({ passageId }) => passageId)).toEqual(['lamp-0']);
    expect(await tables.passageIds()).toEqual(['lamp-0']);
  });

  it('are found, and gone, at once where the tables are open elsewhere', async () => {
    const [reader, writer] = [await open('two.sqlite'), await open('two.sqlite')];
    await add(writer, 'en', lamps.slice(0, 2));
    const before = await best(reader);
    await add(writer, 'en', [row('new', 'wick and oil 17')]);
    const added = await best(reader);
    await writer.removeSources(['new']);

    expect([before.length, added[0]?.passageId]).toEqual([2, 'new']);
    expect(await best(reader)).toEqual(before);
  });
});

function add(tables: PassageTables, language: string, rows: readonly PassageRow[]): Promise<void> {
  const writer = tables.writer();
  const words = writer.wordsOf(language);
  const none: readonly number[] = [];
  writer.add(
    language,
    rows.map((row) => {
      const text = words.numbersIn(row.words);
      return { row, words: { context: none, identifiers: none, text, nearestHeading: none, heading: none } };
    }),
  );
  return writer.write();
}

function row(passageId: string, words: string): PassageRow {
  const place = { page: 0, headingPath: '[]', start: 0, end: words.length, textOffset: 0 };
  return { passageId, sourceId: passageId, ...place, words };
}
