import type { SearchHit } from '@plumbline/contracts/evidence/search-hit';
import type { Reranker, RerankRequest } from '@plumbline/ranking/http-reranker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createRerankingWorld,
  locatorsOf,
  pageHitOf,
  type RerankingWorld,
  scoresOf,
} from '../support/builders/reranking-world.ts';

let world: RerankingWorld;
let hits: RerankingWorld['hits'];
let rerank: RerankingWorld['rerank'];

beforeAll(async () => {
  world = await createRerankingWorld();
  ({ hits, rerank } = world);
});

afterAll(() => world.dispose());

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

describe('rerank with a reranking model', () => {
  it('orders by the model, and keeps hit scores for the threshold', async () => {
    const { reranker, requests } = rerankerOf([0.1, 0.2, 0.3, 0.4, 0.99]);
    const ranked = await rerank({ scores: scoresOf(hits, [0.9, 0.9, 0.9, 0.9, 0.1]) }, reranker);

    expect(locatorsOf(ranked)).toEqual(['tide.md', 'oil.md', 'lamp.md', 'wick.md']);
    expect(ranked.hits.at(-1)).toMatchObject({ selection: 'leading', relevance: { score: 0.1 } });
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

  it('passes on the first unjudged hits in another language', async () => {
    const german: SearchHit[] = [1, 2, 3, 4, 5, 6].map((hours) => ({
      ...pageHitOf(
        `https://de.example/${hours}`,
        `Die Lampe im Hafen brennt jeden Abend ${hours} Stunden lang mit Öl.`,
      ),
      byMeaning: true,
    }));
    const scores = scoresOf(
      german,
      german.map(() => null),
    );

    const { hits } = await rerank({ hits: german, scores });

    expect(locatorsOf({ hits })).toEqual(german.slice(0, 5).map(({ locator }) => locator));
    expect(new Set(hits.map(({ selection }) => selection))).toEqual(new Set(['unjudged']));
  });
});
