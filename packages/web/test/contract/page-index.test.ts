import { createDocumentParser } from '@plumbline/documents/parser';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTestPageLibrary,
  OTHER_RUN,
  RUN,
  type TestPageLibrary,
} from '../../../../test/support/builders/test-page-library.ts';
import { htmlPage } from '../../../../test/support/servers/page-server.ts';

const parser = createDocumentParser({ timeLimitMs: 600_000 });
afterAll(() => parser.close());

let world: TestPageLibrary;

beforeEach(async () => {
  world = await createTestPageLibrary(parser);
});

afterEach(() => world.dispose());

describe('the pages of a run as an index', () => {
  beforeEach(async () => {
    world.pages['/tide'] = htmlPage(
      '<html lang="de"><head><title>Gezeiten</title></head><body><h1>Gezeiten</h1><p>Der Wärter beachtet die Grenzwerte der Flut und meldet jede größere Welle an den Hafen.</p></body></html>',
    );
    await world.read('/lamp');
    await world.read('/tide');
  });

  const search = async (query: string, language = 'en', run = RUN) =>
    (await world.library.search({ corpusId: run, query, language, topK: 5 })).hits;

  it('finds passages by the stems of their own language', async () => {
    expect((await search('trimming wicks')).map(({ snippet }) => snippet)).toEqual([
      expect.stringContaining('The wick is trimmed'),
    ]);
    expect((await search('Grenzwert', 'de')).map(({ title }) => title)).toEqual(['Gezeiten']);
    expect((await search('Grenzwert', 'en')).map(({ title }) => title)).toEqual(['Gezeiten']);
  });

  it('weights titles and headings more than the text', async () => {
    const pageOf = (title: string, text: string) =>
      htmlPage(`<html><head><title>${title}</title></head><p>${text}</p></html>`);
    world.pages['/a'] = pageOf('Stars', 'Who has no compass on board finds the north by them.');
    world.pages['/b'] = pageOf('Compass', 'Who has one on board finds the north by its needle.');
    await world.read('/a');
    await world.read('/b');

    expect((await search('compass')).map(({ title }) => title)).toEqual(['Compass', 'Stars']);
  });

  it('gives hits that can be read again', async () => {
    const [hit] = await search('whale oil');

    expect(hit).toMatchObject({ provider: 'corpus', rank: 1, locator: `${world.site.origin}/lamp` });
    const stored = await world.library.readPassage(RUN, hit?.passage.passageId ?? '');
    expect(stored.text).toContain('whale oil');
  });

  it.each(['"', 'a" OR "b', 'title:lamp', 'lamp*', '(', '§ 5', '', 'NEAR(lamp oil)'])(
    'treats the query %j as words',
    async (query) => {
      await expect(search(query)).resolves.toBeInstanceOf(Array);
    },
  );

  it('finds sections by their section sign', async () => {
    expect((await search('§5')).map(({ snippet }) => snippet)).toEqual([expect.stringContaining('§ 5 hours')]);
  });

  it('counts passages that contain a word, in every form', async () => {
    const frequencies = await world.library.wordFrequencies(RUN, ['lamps', 'wick', 'Grenzwert', 'compass'], 'en');

    expect([...frequencies].map(([word, { passages, total }]) => [word, passages, total])).toEqual([
      ['lamps', 3, 4],
      ['wick', 1, 4],
      ['Grenzwert', 1, 4],
      ['compass', 0, 4],
    ]);
    expect(frequencies.get('wick')?.inverseDocumentFrequency).toBeCloseTo(Math.log(1 + 3.5 / 1.5));
  });

  it('keeps runs separate', async () => {
    expect(await search('lamp', 'en', OTHER_RUN)).toEqual([]);
    expect(await world.library.sourcesOf(OTHER_RUN)).toEqual([]);
    expect(await world.library.passagesOf(OTHER_RUN, `${world.site.origin}/lamp`)).toEqual([]);
  });

  it('finds the same in a run, independent of other runs', async () => {
    const before = await search('lamp wick oil');
    world.pages['/more'] = htmlPage('<p>Oil, oil, oil and wicks for every lamp on the coast.</p>');
    await world.read('/more', { run: OTHER_RUN });

    expect(await search('lamp wick oil')).toEqual(before);
  });

  it('does not know passages that the run did not read', async () => {
    const [passage] = await world.library.passagesOf(RUN, `${world.site.origin}/lamp`);

    await expect(world.library.readPassage(OTHER_RUN, passage?.passageId ?? '')).rejects.toMatchObject({
      name: 'PassageNotFoundError',
    });
  });
});
