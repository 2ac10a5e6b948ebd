import { UNLIMITED } from '@plumbline/contracts/common/metering';
import type { SearchHit } from '@plumbline/contracts/evidence/search-hit';
import type { ReadingExtent, ReadPage } from '@plumbline/contracts/research/retrieval-activities';
import { createDocumentParser } from '@plumbline/documents/parser';
import { createCompositeIndex, createFolderCorpusIndex } from '@plumbline/search/folders';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createReadPage } from '../../activities/entries/research/read-page.ts';
import { anchorOf } from '../support/builders/research-fixtures.ts';
import { createTestPageLibrary, RUN, type TestPageLibrary } from '../support/builders/test-page-library.ts';
import { answer, htmlPage } from '../support/servers/page-server.ts';

const sections = {
  Paint: 'The tower is painted white and red, so that ships know it by day.',
  Burning: 'The harbour lamp burns for nine hours on one filling of oil.',
  Cleaning: 'The keeper cleans the harbour lamp in the morning with a soft cloth.',
  Winter: 'In winter the harbour lamp burns for fourteen hours and is filled twice.',
  Summer: 'In summer the harbour lamp burns for six hours only.',
};

const parser = createDocumentParser({ timeLimitMs: 600_000 });
afterAll(() => parser.close());

let world: TestPageLibrary;

beforeEach(async () => {
  world = await createTestPageLibrary(parser);
});

afterEach(() => world.dispose());

function readPage(
  path: string,
  {
    question = 'How long does the harbour lamp burn?',
    domainBlock = [] as string[],
    reading = 'excerpts' as ReadingExtent,
  } = {},
): Promise<ReadPage> {
  const { home, library } = world;
  const folders = createFolderCorpusIndex({ home, blobs: createFileBlobStore(home), now: () => new Date() });
  const hit: SearchHit = {
    provider: 'searxng',
    query: 'harbour lamp',
    rank: 4,
    providerScore: 0.5,
    title: 'As the provider calls it',
    locator: `${world.site.origin}${path}`,
    snippet: 'As the provider shows it',
    passage: null,
    publishedAt: '2025-05-05',
  };
  return createReadPage({ corpus: createCompositeIndex(folders, library), pages: library })(
    {
      anchor: anchorOf({ originalQuestion: question }),
      task: { taskId: 't1', text: question, rationale: '' },
      corpusId: RUN,
      webCorpusId: RUN,
      hit,
      reading,
      domainBlock,
      metering: UNLIMITED,
    },
    new AbortController().signal,
  );
}

const pageOf = (parts: Readonly<Record<string, string>>, head = '<title>Harbour rules</title>') => {
  const body = Object.entries(parts).map(([heading, text]) => `<h2>${heading}</h2><p>${text}</p>`);
  return htmlPage(
    `<html lang="en"><head>${head}</head><body><p>These are the rules of the port.</p>${body.join('')}</body></html>`,
  );
};

describe('readPage', () => {
  it('orders passages the same whichever pages were read before: tasks run side by side', async () => {
    const question = 'What of the wick and the tower?';
    world.pages['/rules'] = pageOf({ One: 'The wick is made of flax.', Two: 'The tower is made of brick.' });
    const wicks = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`Wick ${index}`, `The wick of lamp ${index} is trimmed at dusk.`]),
    );
    world.pages['/wicks'] = pageOf(wicks);
    const placesOf = ({ hits }: ReadPage) => hits.map(({ passage }) => passage.headingPath.at(-1));

    const first = placesOf(await readPage('/rules', { question }));
    await readPage('/wicks', { question });
    const later = placesOf(await readPage('/rules', { question }));

    expect(first).toEqual(['One', 'Two']);
    expect(later).toEqual(first);
  });

  it('gives the three best passages for the task, best first', async () => {
    world.pages['/rules'] = pageOf(sections);

    const { hits, problem } = await readPage('/rules');

    expect(problem).toBeNull();
    expect(
      hits
        .map(({ passage }) => passage.headingPath)
        .flat()
        .sort(),
    ).toEqual(['Burning', 'Summer', 'Winter']);
  });

  it('gives up to eight where whole passages are read, none that only mentions the subject', async () => {
    const hours = Array.from({ length: 12 }, (_, index) => [
      `Month ${index + 1}`,
      `In month ${index + 1} the harbour lamp burns for ${index + 3} hours on one filling, by order ${index * 7} of the port.`,
    ]);
    world.pages['/months'] = pageOf(Object.fromEntries(hours) as Record<string, string>);
    const passing = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [
        `Note ${index}`,
        `Ship ${index * 31} waits in the harbour with cargo ${index}.`,
      ]),
    );
    world.pages['/notes'] = pageOf({ ...sections, ...passing });

    const { hits } = await readPage('/months', { reading: 'passages' });
    const mentioned = await readPage('/notes', { reading: 'passages' });

    expect(hits).toHaveLength(8);
    expect(
      mentioned.hits.map(({ passage }) => passage.headingPath.at(-1)).filter((name) => name?.startsWith('Note')),
    ).toEqual([]);
  });

  it('keeps how the page was found, and describes it', async () => {
    world.pages['/rules'] = pageOf(sections);

    const { hits } = await readPage('/rules');

    expect(hits[0]).toMatchObject({
      provider: 'searxng',
      query: 'harbour lamp',
      rank: 4,
      title: 'Harbour rules',
      locator: `${world.site.origin}/rules`,
      snippet: expect.stringContaining('burns for'),
      publishedAt: '2025-05-05',
      passage: { passageId: expect.stringMatching(/^page-/) },
    });
  });

  it('prefers the date of the page to that of the hit', async () => {
    const head = '<title>Harbour rules</title><meta property="article:published_time" content="2024-03-02">';
    world.pages['/rules'] = pageOf(sections, head);

    const { hits } = await readPage('/rules');

    expect(hits[0]?.publishedAt).toContain('2024-03-02');
  });

  it('gives no passage that says the same as a better one', async () => {
    world.pages['/rules'] = pageOf({ Burning: sections.Burning, Again: sections.Burning, Paint: sections.Paint });

    const { hits } = await readPage('/rules');

    expect(hits.filter(({ snippet }) => snippet.includes('nine hours'))).toHaveLength(1);
  });

  it('gives the beginning of a page without matching words', async () => {
    world.pages['/rules'] = pageOf({ Paint: sections.Paint });

    const { hits, problem } = await readPage('/rules', { question: 'Wie entsteht Nordlicht?' });

    expect(problem).toBeNull();
    expect(hits.map(({ snippet }) => snippet)).toEqual([expect.stringContaining('These are the rules of the port.')]);
  });

  it('says why a page cannot be read', async () => {
    world.pages['/rules'] = answer(404, {}, '');

    await expect(readPage('/rules')).resolves.toEqual({ hits: [], problem: 'does not exist (404)' });
  });

  it('reads nothing from an excluded domain', async () => {
    await expect(readPage('/rules', { domainBlock: ['127.0.0.1'] })).resolves.toEqual({
      hits: [],
      problem: 'is on 127.0.0.1, which the request excludes',
    });
  });

  it('throws what a retry may cure', async () => {
    world.pages['/rules'] = answer(503, {}, '');

    await expect(readPage('/rules')).rejects.toMatchObject({ name: 'PageUnavailableError' });
  });
});
