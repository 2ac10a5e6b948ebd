import { describe, expect, it } from 'vitest';
import { createGroupCommit } from '../../metering/recorded-calls.ts';

describe('createGroupCommit', () => {
  it('returns an answer when those that arrived with it are stored', async () => {
    const groupCommit = createGroupCommit();
    const first = Promise.withResolvers<void>();
    const events: string[] = [];
    const ask = async (name: string, arrival: Promise<void>): Promise<void> => {
      await groupCommit(async () => {
        await arrival;
        events.push(`${name} stored`);
      });
      events.push(`${name} given out`);
    };

    const asked = [ask('a', first.promise), ask('b', first.promise)];
    first.resolve();
    await Promise.all(asked);

    expect(events.slice(0, 2)).toEqual(['a stored', 'b stored']);
    expect(events.slice(2).sort()).toEqual(['a given out', 'b given out']);
  });

  it('does not wait for answers that have not arrived', async () => {
    const groupCommit = createGroupCommit();
    const never = Promise.withResolvers<void>();
    void groupCommit(() => never.promise);

    expect(await groupCommit(async () => 'answer')).toBe('answer');
  });

  it('passes a failure on, and continues without the failed one', async () => {
    const groupCommit = createGroupCommit();
    const failed = groupCommit(async () => Promise.reject(new Error('refused')));

    await expect(failed).rejects.toThrow('refused');
    expect(await groupCommit(async () => 'answer')).toBe('answer');
  });
});
