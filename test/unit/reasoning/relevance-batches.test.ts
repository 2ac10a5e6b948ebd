import { describe, expect, it } from 'vitest';
import { scoreInBatches } from '../../../activities/steps/relevance-batches.ts';
import { type RelevanceScores, relevanceScoresSchema } from '../../../activities/steps/relevance-scores.ts';
import type { RelevanceScore } from '../../../workflows/contracts/evidence/evidence.ts';

const cost = { engine: 'model' as const, modelCalls: 1, modelTokens: 10, degradations: [] };
const BY_RULE = 0.4;
const entries = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `hit-${index + 1}` }));
const ruled = (batch: Batch): RelevanceScore[] => batch.map(({ id }) => ({ id, score: BY_RULE, reason: 'by rule' }));
type Batch = readonly { readonly id: string }[];

/** Scores with a model that answers each call by the next of these answers. */
async function scoreWith(batch: Batch, answers: readonly object[], byRule = ruled(batch)) {
  const asked: number[] = [];
  const { value, cost: spent } = await scoreInBatches(batch, byRule, {
    step: {
      name: 'score-relevance',
      offline: (all: Batch): RelevanceScores => ({
        scores: all.map(({ id }) => ({ id, score: BY_RULE, reason: 'by rule' })),
      }),
    },
    toInput: (all: Batch) => all,
    async run(all) {
      asked.push(all.length);
      return { value: relevanceScoresSchema.parse(answers[asked.length - 1]), cost };
    },
  });
  return { asked, scores: value.map(({ score }) => score), spent };
}

const keyed = (...scores: readonly unknown[]) =>
  Object.fromEntries(scores.map((score, index) => [`p${index + 1}`, { score, reason: 'by the model' }]));

describe('scoreInBatches', () => {
  it('makes one call of twenty entries', async () => {
    const twenty = keyed(...entries(20).map((_, index) => index / 20));

    expect((await scoreWith(entries(20), [twenty])).asked).toEqual([20]);
    expect((await scoreWith(entries(21), [twenty, keyed(1)])).asked).toEqual([20, 1]);
  });

  it('asks once more for what was left out or cannot be read, then the rule scores it, and says so', async () => {
    const { asked, scores, spent } = await scoreWith(entries(5), [
      {
        scores: [
          { id: 'p1', score: '8/10' },
          { id: 'p2', score: -3 },
          { id: 'p3', score: null },
          { id: 'p4', score: 'NaN' },
        ],
      },
      keyed(0.9, 'NaN'),
    ]);

    expect(asked).toEqual([5, 3]);
    expect(scores).toEqual([0.8, 0.9, BY_RULE, BY_RULE, BY_RULE]);
    expect(spent).toMatchObject({
      modelCalls: 2,
      degradations: [{ cause: expect.stringContaining('left out'), count: 3 }],
    });
  });

  it.each([[0], [1], [0.5]])('leaves a batch to the rule whose scores are all %d', async (score) => {
    const { asked, scores, spent } = await scoreWith(entries(3), [keyed(score, score, score)]);

    expect(asked).toEqual([3]);
    expect(scores).toEqual([BY_RULE, BY_RULE, BY_RULE]);
    expect(spent.degradations).toMatchObject([
      { cause: expect.stringContaining('all scores were the same'), count: 3 },
    ]);
  });

  it('lowers none of the five that the rule puts first, and raises any', async () => {
    const byRule = entries(8).map(({ id }, index) => ({ id, score: 0.9 - index / 10, reason: 'by rule' }));
    const { scores, spent } = await scoreWith(entries(8), [keyed(0, 1, 0, 0, 0, 0, 0, 1)], byRule);

    expect(scores).toEqual([0.9, 1, 0.7, expect.closeTo(0.6), 0.5, 0, 0, 1]);
    expect(spent.degradations).toEqual([]);
  });
});

describe('an answer with scores', () => {
  const read = (answer: object) => {
    const parsed = relevanceScoresSchema.safeParse(answer);
    return parsed.success ? parsed.data.scores.map(({ id, score }) => [id, score]) : null;
  };
  const both = [
    ['p1', 0.75],
    ['p2', 0],
  ];

  it.each([
    ['a key for each', { p1: { score: 0.75, reason: 'a' }, p2: { score: 0, reason: '' } }],
    ['bare values', { p1: 0.75, p2: 0 }],
    [
      'a list',
      {
        scores: [
          { id: 'p1', score: 0.75, reason: 'a' },
          { id: '[p2]', score: 0 },
        ],
      },
    ],
    [
      'a list of another name',
      {
        passages: [
          { id: 'p1', score: '0,75' },
          { id: 'p2', score: 'irrelevant' },
        ],
      },
    ],
    ['keys inside another', { scores: { p1: { score: 0.75 }, p2: { score: 0 } } }],
    ['percent', { p1: 75, p2: 0 }],
  ])('is read with %s', (_, answer) => {
    expect(read(answer)).toEqual(both);
  });

  it('is read for the only passage without its id', () => {
    expect(read({ score: 0.75, reason: 'a' })).toEqual([['p1', 0.75]]);
  });

  it.each([[{ scores: [] }], [{}], [{ answer: 'red' }], [{ scores: [{ id: 'p1' }] }]])('is refused: %j', (answer) => {
    expect(read(answer)).toBeNull();
  });
});
