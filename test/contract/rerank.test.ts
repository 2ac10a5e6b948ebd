import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRerank } from '../../activities/rerank.ts';
import type { Reranker, RerankRequest } from '../../activities/reranking/reranker.ts';
import type { RerankInput } from '../../workflows/contracts/activities.ts';
import { hitIdOf, type RelevanceScore, type SearchHit } from '../../workflows/contracts/evidence.ts';
import { writeFiles } from '../support/builders/corpus-fixtures.ts';
import { anchorOf } from '../support/builders/research-fixtures.ts';
import { createTestCorpus, type TestCorpus } from '../support/builders/test-corpus.ts';

const OIL = 'The keeper fills the harbour lamp with rapeseed oil every evening before the tide comes in.';
const FILES = {
  'lamp.md': '# Harbour lamp\n\nThe harbour lamp burns for nine hours on one filling of rapeseed oil.\n',
  'oil.md': `# Oil\n\n${OIL}\n`,
  'oil-copy.md': `# Old oil\n\n${OIL}\n`,
  'wick.md': '# Wick\n\n## § 7 Trimming\n\nA trimmed wick adds one hour to the burning time of the harbour lamp.\n',
  'tide.md': '# Tide\n\nThe tide rises twice a day and floods the harbour and its lower quay for three hours.\n',
};

let corpus: TestCorpus;
let corpusId: string;
/** In the order of the file names. */
let hits: readonly SearchHit[];

beforeAll(async () => {
  corpus = await createTestCorpus();
  await writeFiles(corpus.folder, FILES);
  ({ corpusId } = await corpus.update());
  const found = await corpus.index.search({ corpusId, query: 'harbour lamp oil tide wick', language: 'en', topK: 9 });
  hits = [...found.hits].sort((a, b) => (a.locator < b.locator ? -1 : 1));
});

afterAll(async () => {
  await corpus.dispose();
});

const pageOf = (locator: string, snippet: string): SearchHit => ({
  provider: 'searxng',
  query: 'lamp',
  rank: 1,
  providerScore: 1,
  title: 'A page',
  locator,
  snippet,
  passage: null,
  publishedAt: null,
});
const scoresOf = (given: readonly SearchHit[], scores: readonly (number | null)[]): RelevanceScore[] =>
  given.map((hit, index) => ({ id: hitIdOf(hit), score: scores[index] ?? null, reason: 'said' }));
const rerank = (changes: Partial<RerankInput> = {}, reranker: Reranker | null = null) => {
  const input: RerankInput = {
    anchor: anchorOf(),
    task: { taskId: 't1', text: 'How long does the harbour lamp burn?', rationale: '' },
    corpusId,
    hits,
    scores: scoresOf(hits, [0.9, 0.9, 0.9, 0.9, 0.9]),
    topK: 10,
    relevanceThreshold: 0.7,
    sourceWeighting: 'high',
    approvedTasks: [],
    ...changes,
  };
  return createRerank({ corpus: corpus.index, reranker })(input, new AbortController().signal);
};
const locatorsOf = ({ hits: ranked }: { readonly hits: readonly SearchHit[] }) => ranked.map(({ locator }) => locator);
/** Answers with the scores given, or fails; keeps what it was asked. */
const rerankerOf = (outcome: readonly (number | null)[] | Error) => {
  const requests: RerankRequest[] = [];
  const reranker: Reranker = {
    async rerank(request) {
      requests.push(request);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
  return { reranker, requests };
};

describe('rerank', () => {
  it('orders by score, keeps the order of ties, and leaves out copies', async () => {
    const ranked = await rerank({ scores: scoresOf(hits, [0.8, 0.7, 0.8, 0.9, 0.8]) });

    expect(locatorsOf(ranked)).toEqual(['tide.md', 'lamp.md', 'oil.md', 'wick.md']);
    expect(ranked).toMatchObject({ duplicates: 1, belowThreshold: 0, notes: [] });
  });

  it('keeps the better of two copies', async () => {
    const ranked = await rerank({ scores: scoresOf(hits, [0.8, 0.95, 0.8, 0.8, 0.8]) });

    expect(locatorsOf(ranked)).toEqual(['oil-copy.md', 'lamp.md', 'tide.md', 'wick.md']);
  });

  it('passes on at most three below the threshold, after those that passed', async () => {
    const ranked = await rerank({ scores: scoresOf(hits, [0.1, 0.2, 0.2, 0.69, 0.7]), relevanceThreshold: 0.7 });

    expect(ranked.hits.map(({ locator, selection }) => [locator, selection])).toEqual([
      ['wick.md', 'passed'],
      ['tide.md', 'below'],
      ['oil-copy.md', 'below'],
      ['lamp.md', 'below'],
    ]);
    expect(ranked.belowThreshold).toBe(3);
  });

  it('ranks last what has no score, and does not let it pass', async () => {
    const ranked = await rerank({ scores: scoresOf(hits, [null, 0.9, 0.9, null, 0]), relevanceThreshold: 0 });

    expect(locatorsOf(ranked)).toEqual(['oil-copy.md', 'wick.md', 'lamp.md', 'tide.md']);
    expect(ranked.hits.at(-1)).toMatchObject({ selection: 'below', relevance: { score: null } });
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

    expect(ranked.hits[0]).toMatchObject({ locator: 'wick.md', selection: 'named' });
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
  const official = pageOf('https://www.gov.uk/lamp', 'Official words about the lamp.');
  const unknown = pageOf('https://example.org/lamp', 'Words of somebody about another lamp.');
  const pages = [unknown, official];

  it('orders by relevance and source quality, but applies the threshold to relevance only', async () => {
    const ranked = await rerank({ hits: pages, scores: scoresOf(pages, [0.9, 0.6]) });

    expect(ranked.hits.map(({ locator, sourceTier, selection }) => [locator, sourceTier, selection])).toEqual([
      [unknown.locator, 3, 'passed'],
      [official.locator, 1, 'below'],
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

describe('rerank with a reranking model', () => {
  it('orders by the model, and keeps hit scores for the threshold', async () => {
    const { reranker, requests } = rerankerOf([0.1, 0.2, 0.3, 0.4, 0.99]);
    const ranked = await rerank({ scores: scoresOf(hits, [0.9, 0.9, 0.9, 0.9, 0.1]) }, reranker);

    expect(locatorsOf(ranked)).toEqual(['tide.md', 'oil.md', 'lamp.md', 'wick.md']);
    expect(ranked.hits.at(-1)).toMatchObject({ selection: 'below', relevance: { score: 0.1 } });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.documents[0]).toContain('burns for nine hours');
  });

  it('keeps the hit score when the model gives none', async () => {
    const { reranker } = rerankerOf([null, 0.1, 0.2, 0.95, 0.3]);

    expect(locatorsOf(await rerank({}, reranker))).toEqual(['tide.md', 'lamp.md', 'wick.md', 'oil.md']);
  });

  it('falls back to hit scores with one note that repeats nothing of the error', async () => {
    const { reranker } = rerankerOf(new Error('401 for key sk-very-secret'));
    const ranked = await rerank({}, reranker);

    expect(locatorsOf(ranked)).toEqual(locatorsOf(await rerank()));
    expect(ranked.notes).toEqual(['the rerank endpoint failed; hits are in the order of their own scores']);
  });

  it('sends nothing when there is nothing to order', async () => {
    const { reranker, requests } = rerankerOf([]);

    expect(await rerank({ hits: [], scores: [] }, reranker)).toMatchObject({ hits: [], notes: [] });
    expect(requests).toEqual([]);
  });
});
