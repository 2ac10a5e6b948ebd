import { describe, expect, it } from 'vitest';
import { createStoringFirst } from '../../../activities/metering/group-commit.ts';

describe('createStoringFirst', () => {
  it('gives out an answer when those that arrived with it are stored', async () => {
    const storingFirst = createStoringFirst();
    const first = Promise.withResolvers<void>();
    const events: string[] = [];
    const ask = async (name: string, arrival: Promise<void>): Promise<void> => {
      await storingFirst(async () => {
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

  it('waits for no answer that has not arrived', async () => {
    const storingFirst = createStoringFirst();
    const never = Promise.withResolvers<void>();
    void storingFirst(() => never.promise);

    expect(await storingFirst(async () => 'answer')).toBe('answer');
  });

  it('passes a failure on, and goes on without the one that failed', async () => {
    const storingFirst = createStoringFirst();
    const failed = storingFirst(async () => Promise.reject(new Error('refused')));

    await expect(failed).rejects.toThrow('refused');
    expect(await storingFirst(async () => 'answer')).toBe('answer');
  });
});
