import { describe, expect, it } from 'vitest';
import { tellStages } from '../../../client/conversations/answer-watching.ts';

describe('an answer under way', () => {
  it('tells each stage once, and what it waits for', async () => {
    const stages = ['searching', 'searching', 'writing'];
    const answered = Promise.withResolvers<string>();
    const told: string[] = [];
    const observe = async () => {
      const stage = stages.shift() ?? 'writing';
      const waits = stages.length === 0 ? [{ subject: 'model', reason: 'it is down' }] : [];
      return { progress: { stage, waits } };
    };

    const answer = await tellStages(answered.promise, {
      conversations: { observe },
      sessionId: () => 'chat-lamp',
      tell: (line) => {
        told.push(line);
        if (line.startsWith('writing')) answered.resolve('nine hours');
      },
      signal: new AbortController().signal,
      lookEveryMs: 1,
    });

    expect(answer).toBe('nine hours');
    expect(told).toEqual(['searching', 'writing; waiting for model: it is down']);
  });

  it('fails as the answer fails, whether or not it can be watched', async () => {
    const answering = Promise.reject(new Error('refused'));
    const watched = { observe: () => Promise.reject(new Error('away')) };

    const told = tellStages(answering, {
      conversations: watched,
      sessionId: () => 'chat-lamp',
      tell: () => undefined,
      signal: new AbortController().signal,
      lookEveryMs: 1,
    });

    await expect(told).rejects.toThrow('refused');
  });
});
