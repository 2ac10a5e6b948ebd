import { defaultPayloadConverter } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';
import { describe, expect, it } from 'vitest';
import { readSteps } from '../../../bench/answers/run-steps.ts';

type Event = temporal.api.history.v1.IHistoryEvent;

const payloadsOf = (value: unknown) => ({ payloads: [defaultPayloadConverter.toPayload(value)] });
const scheduled = (eventId: number, name: string, input: unknown): Event =>
  ({
    eventId,
    activityTaskScheduledEventAttributes: { activityType: { name }, input: payloadsOf(input) },
  }) as unknown as Event;
const completed = (scheduledEventId: number, result: unknown): Event =>
  ({
    activityTaskCompletedEventAttributes: { scheduledEventId, result: payloadsOf(result) },
  }) as unknown as Event;

describe('readSteps', () => {
  it('joins inputs and results of the calls that succeeded, whatever their order', () => {
    const steps = readSteps([
      scheduled(1, 'rerank', { hits: ['first'], scores: [], relevanceThreshold: 0.7 }),
      scheduled(2, 'rerank', { hits: ['failed'], scores: [], relevanceThreshold: 0.7 }),
      scheduled(3, 'searchWeb', { query: 'quay' }),
      scheduled(4, 'extractQuotes', { readings: ['a', 'b'] }),
      completed(4, { value: { findings: [{ findingId: 't1f1' }, { findingId: 't1f2' }, null] } }),
      completed(1, { hits: ['ranked'] }),
      completed(3, { hits: ['page'] }),
      scheduled(5, 'validateRelevance', { findings: [] }),
      completed(5, { scores: [{ id: 't1f2', score: 0.9 }] }),
    ]);

    expect(steps).toEqual({
      searches: [{ searched: { hits: ['first'], scores: [], relevanceThreshold: 0.7 }, ranked: ['ranked'] }],
      readings: ['a', 'b'],
      findings: [{ findingId: 't1f2' }],
      finalScores: [{ id: 't1f2', score: 0.9 }],
    });
  });
});
