import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeFiles } from '../support/builders/corpus-fixtures.ts';
import { createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';

let world: TestActivities;

beforeEach(async () => {
  world = await createTestActivities();
  await writeFiles(world.corpus.folder, {
    'pumps/alpha.md': '# Alpha\n\nThe boiler Alpha weighs 210 kg.\n\n# Price\n\nIt costs 4,200 euros.',
    'pumps/beta.md': '# Beta\n\nThe boiler Beta weighs 185 kg.',
  });
});

afterEach(() => world.dispose());

it.each([
  ['Summarise all documents.', 'en'],
  ['Worum geht es in den Dokumenten?', 'de'],
])(
  'a question that names nothing but documents finds how each begins, of each folder in turn: %s',
  async (query, language) => {
    const { activities, corpus } = world;
    const { corpusId } = await activities.indexCorpus({ corpusDirectory: corpus.folder });
    const { hits } = await activities.searchFolder({ corpusId, queries: [query], language, topK: 10 });
    const locators = hits.map(({ locator }) => locator);

    expect(locators.filter((locator) => locator.startsWith('pumps/'))).toEqual(['pumps/alpha.md', 'pumps/beta.md']);
    expect(locators.indexOf('pumps/alpha.md')).toBe(1);
    expect(hits[1]?.passage?.headingPath).toEqual([]);
  },
);

it('hits have their words where they are asked for, and only say where they are otherwise', async () => {
  const { activities, corpus } = world;
  const { corpusId } = await activities.indexCorpus({ corpusDirectory: corpus.folder });
  const asked = { corpusId, queries: ['weighs Beta'], language: 'en', topK: 1 };
  const snippetOf = async (wanted: { readonly snippets?: true }) =>
    (await activities.searchFolder({ ...asked, ...wanted })).hits[0]?.snippet;

  expect(await snippetOf({ snippets: true })).toContain('The boiler Beta weighs 185 kg.');
  expect(await snippetOf({})).toBe('');
});
