import { hitIdOf, type SearchHit } from '@plumbline/contracts/evidence/search-hit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createRerankingWorld,
  locatorsOf,
  pageHitOf,
  type RerankingWorld,
  scoresOf,
} from '../support/builders/reranking-world.ts';
import { anchorOf } from '../support/builders/research-fixtures.ts';

let world: RerankingWorld;
let hits: RerankingWorld['hits'];
let rerank: RerankingWorld['rerank'];

beforeAll(async () => {
  world = await createRerankingWorld();
  ({ hits, rerank } = world);
});

afterAll(() => world.dispose());

describe('the decisions of reranking', () => {
  it('say of every hit what became of it, in the order of reading, and of every query what it found', async () => {
    const gone = { ...hits[0], passage: { ...hits[0]?.passage, passageId: 'gone' }, locator: 'gone.md' } as SearchHit;
    const given = [...hits, gone];
    await rerank({
      record: { researchId: 'run-1', found: [{ query: 'lamp', provider: null, hits: [0, 2, 9] }] },
      hits: given,
      scores: scoresOf(given, [0.9, 0.8, 0.85, 0.2, 0.75, 0.9]),
      topK: 3,
    });

    const [decisions] = world.saved;
    expect(decisions?.queries).toEqual([
      { query: 'lamp', provider: null, hits: [hits[0], hits[2]].map((hit) => hit && hitIdOf(hit)) },
    ]);
    expect(decisions?.hits.map(({ place, order, decision }) => [place.split(' ›')[0], order, decision])).toEqual([
      ['lamp.md', 1, 'read'],
      ['oil.md', 2, 'read'],
      ['tide.md', 3, 'read'],
      ['oil-copy.md', null, 'near-copy'],
      ['wick.md', null, 'beyond-limit'],
      ['gone.md', null, 'missing'],
    ]);
  });

  it('are kept for nobody without a run', async () => {
    const before = world.saved.length;
    await rerank();

    expect(world.saved).toHaveLength(before);
  });
});

describe('rerank', () => {
  it.each([
    [1, ['lamp.md']],
    [2, ['lamp.md', 'tide.md']],
    [3, ['lamp.md', 'oil.md', 'tide.md']],
  ])('keeps %i hits in all, up to half of them because the search put them first', async (topK, expected) => {
    const ranked = await rerank({ scores: scoresOf(hits, [0.9, 0.8, 0.85, 0.2, 0.75]), topK });

    expect(locatorsOf(ranked)).toEqual(expected);
  });

  it('orders by score, keeps the order of ties, and leaves out copies', async () => {
    const ranked = await rerank({ scores: scoresOf(hits, [0.8, 0.7, 0.8, 0.9, 0.8]) });

    expect(locatorsOf(ranked)).toEqual(['tide.md', 'lamp.md', 'oil.md', 'wick.md']);
    expect(ranked).toMatchObject({ duplicates: 1, belowThreshold: 0, notes: [] });
  });

  it('keeps the order of the search where no model reads, and each copy with its original, in the place of no other hit', async () => {
    const ranked = await rerank({ topK: 3, scores: scoresOf(hits, [0.1, 0.9, 0.9, 0.8, 0.7]), keepsCopies: true });

    expect(ranked.hits.map(({ locator, isCopy }) => [locator, isCopy === true])).toEqual([
      ['lamp.md', false],
      ['oil-copy.md', false],
      ['oil.md', true],
      ['tide.md', false],
    ]);
  });

  it('keeps the better of two copies', async () => {
    const ranked = await rerank({ scores: scoresOf(hits, [0.8, 0.95, 0.8, 0.8, 0.8]) });

    expect(locatorsOf(ranked)).toEqual(['oil-copy.md', 'lamp.md', 'tide.md', 'wick.md']);
  });

  it('passes on as many of the first as it is told to, with their ranks', async () => {
    const ranked = await rerank({ scores: scoresOf(hits, [0.1, 0.2, 0.2, 0.69, 0.7]), leading: 1 });
    const ranks = ranked.hits.flatMap(({ locator, searchRank }) =>
      searchRank === undefined ? [] : [[locator, searchRank]],
    );

    expect(ranks).toEqual([['lamp.md', 1]]);
  });

  it('passes on what the search found among the first, whatever its score', async () => {
    const ranked = await rerank({ scores: scoresOf(hits, [0.1, 0.2, 0.2, 0.69, 0.7]), relevanceThreshold: 0.7 });

    expect(ranked.hits.map(({ locator, selection }) => [locator, selection])).toEqual([
      ['wick.md', 'passed'],
      ['tide.md', 'leading'],
      ['oil-copy.md', 'leading'],
      ['lamp.md', 'leading'],
    ]);
    expect(ranked.belowThreshold).toBe(3);
  });

  it('passes on at most three others below the threshold, after those that passed', async () => {
    const words = ['Kayaks are hired.', 'Geese fly south.', 'Bread is baked.', 'Snow falls.', 'Bells ring at noon.'];
    const first = words.map((text, index) => pageHitOf(`https://example.org/${index}`, text));
    const mixed = [...first, ...hits];
    const scores = scoresOf(mixed, [0.9, 0.9, 0.9, 0.9, 0.9, 0.1, 0.2, 0.2, 0.69, 0.1]);
    const ranked = await rerank({ hits: mixed, scores, relevanceThreshold: 0.7 });

    const below = ranked.hits.filter(({ selection }) => selection === 'below');
    expect(ranked.hits.slice(-3)).toEqual(below);
    expect(below.map(({ locator }) => locator)[0]).toBe('tide.md');
  });

  it('passes on what the rule puts first, however many others a model scores higher', async () => {
    const subjects = ['ships', 'ropes', 'sails', 'gulls', 'crabs', 'storms', 'pilots'];
    const pages = subjects.map((word) =>
      pageHitOf(`https://example.org/${word}`, `All about ${word} and nothing else.`),
    );
    const [lamp] = hits;
    const given = lamp === undefined ? [] : [...pages, lamp];
    const scores = scoresOf(given, [...pages.map(() => 0.95), 0.7]);
    const ranked = await rerank({ hits: given, scores, topK: 6 });

    expect(ranked.hits).toHaveLength(6);
    expect(locatorsOf(ranked)).toContain('lamp.md');
  });

  it('ranks last what has no score, and does not let it pass', async () => {
    const ranked = await rerank({ scores: scoresOf(hits, [null, 0.9, 0.9, null, 0]), relevanceThreshold: 0 });

    expect(locatorsOf(ranked)).toEqual(['oil-copy.md', 'wick.md', 'lamp.md', 'tide.md']);
    expect(ranked.hits.at(-1)).toMatchObject({ selection: 'leading', relevance: { score: null } });
  });

  it('scores hits without a score by the offline rule', async () => {
    const { hits: ranked } = await rerank({ scores: [], relevanceThreshold: 0 });

    expect(ranked[0]?.locator).toBe('lamp.md');
    for (const { relevance } of ranked) {
      expect(relevance.score).toBeGreaterThanOrEqual(0);
      expect(relevance.score).toBeLessThanOrEqual(1);
    }
  });

  it('reads a passage that the question names, whatever its score', async () => {
    const ranked = await rerank({
      anchor: anchorOf({ namedReferences: ['§ 7'] }),
      scores: scoresOf(hits, [0.9, 0, 0, 0, 0]),
    });

    expect(ranked.hits[0]).toMatchObject({ locator: 'wick.md', selection: 'named', searchRank: 1 });
  });

  it('respects topK for any scores', async () => {
    const scores = fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), { minLength: 5, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(scores, fc.integer({ min: 1, max: 6 }), async (given, topK) => {
        const { hits: ranked } = await rerank({ scores: scoresOf(hits, given), topK, relevanceThreshold: 0.5 });

        expect(ranked.filter(({ selection }) => selection === 'passed').length).toBeLessThanOrEqual(topK);
      }),
      { numRuns: 10 },
    );
  });

  it('gives the same result for the same input, and the same order whatever order different scores come in', async () => {
    const scores = scoresOf(hits, [0.95, 0.7, 0.8, 0.9, 0.75]);
    const first = await rerank({ scores });

    expect(await rerank({ scores })).toEqual(first);
    expect(locatorsOf(await rerank({ scores: scores.toReversed(), hits: hits.toReversed() }))).toEqual(
      locatorsOf(first),
    );
  });
});

describe('rerank with pages of the web', () => {
  const official = pageHitOf('https://www.gov.uk/lamp', 'Official words about the lamp.');
  const unknown = pageHitOf('https://example.org/lamp', 'Words of somebody about another lamp.');
  const pages = [unknown, official];

  it('orders by relevance and source quality, but applies the threshold to relevance only', async () => {
    const ranked = await rerank({ hits: pages, scores: scoresOf(pages, [0.9, 0.6]) });

    expect(ranked.hits.map(({ locator, sourceTier, selection }) => [locator, sourceTier, selection])).toEqual([
      [unknown.locator, 3, 'passed'],
      [official.locator, 1, 'leading'],
    ]);
    expect(locatorsOf(await rerank({ hits: pages, scores: scoresOf(pages, [0.9, 0.75]) }))[0]).toBe(official.locator);
  });

  it('leaves local files between them', async () => {
    const mixed = [unknown, ...hits.slice(0, 1), official];
    const ranked = await rerank({ hits: mixed, scores: scoresOf(mixed, [0.8, 0.8, 0.8]) });

    expect(locatorsOf(ranked)).toEqual([official.locator, 'lamp.md', unknown.locator]);
    expect(ranked.hits[1]?.sourceTier).toBeNull();
  });

  it('keeps the copy from the better source', async () => {
    const copies = [unknown, { ...official, snippet: unknown.snippet }];

    expect(locatorsOf(await rerank({ hits: copies, scores: scoresOf(copies, [0.8, 0.8]) }))).toEqual([
      official.locator,
    ]);
  });
});
