import { describe, expect, it } from 'vitest';
import { scoreInBatches } from '../../../activities/reasoning/steps/relevance-batches.ts';
import { type RelevanceScores, relevanceScoresSchema } from '../../../activities/reasoning/steps/score-relevance.ts';

const cost = { engine: 'model' as const, modelCalls: 1, modelTokens: 10, degradations: [] };
const entries = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `hit-${index + 1}` }));
const answer = (scores: readonly object[]): RelevanceScores =>
  relevanceScoresSchema.parse({ scores: scores.map((score) => ({ reason: 'by the model', ...score })) });
type Batch = readonly { readonly id: string }[];
const judging = (run: (batch: Batch) => Promise<{ value: RelevanceScores; cost: typeof cost }>) => ({
  step: {
    name: 'score-relevance',
    offline: (batch: Batch): RelevanceScores => ({
      scores: batch.map(({ id }) => ({ id, score: 0.4, reason: 'by rule' })),
    }),
  },
  toInput: (batch: Batch) => batch,
  run,
});

describe('scoreInBatches', () => {
  it('makes one call of twenty entries', async () => {
    const asked: number[] = [];
    const score = async (batch: Batch) => {
      asked.push(batch.length);
      return { value: answer([]), cost };
    };
    await scoreInBatches(entries(20), judging(score));
    await scoreInBatches(entries(21), judging(score));

    expect(asked).toEqual([20, 20, 1]);
  });

  it('replaces an unreadable score by the score of the rule, and says so', async () => {
    const written = [
      { id: 'p1', score: '8/10' },
      { id: 'p2', score: -3 },
      { id: 'p3', score: null },
      { id: 'p4', score: 'NaN' },
    ];
    const { value, cost: spent } = await scoreInBatches(
      entries(5),
      judging(async () => ({ value: answer(written), cost })),
    );

    expect(value).toEqual([
      { id: 'hit-1', score: 0.8, reason: 'by the model' },
      { id: 'hit-2', score: 0.4, reason: 'by rule' },
      { id: 'hit-3', score: null, reason: 'by the model' },
      { id: 'hit-4', score: 0.4, reason: 'by rule' },
      { id: 'hit-5', score: null, reason: '' },
    ]);
    expect(spent.degradations).toEqual([
      { step: 'score-relevance', cause: expect.stringContaining('offline rule'), count: 2 },
    ]);
  });
});
