import { describe, expect, it } from 'vitest';
import { silenceLimits } from '../../engine/chat-endpoint.ts';

const short = { timeoutMs: 150_000, patience: 1, promptTokens: 0, maxTokens: 3_000, comesWhole: false };

describe('silenceLimits', () => {
  it('is the setting between two tokens, whatever the size', () => {
    expect(silenceLimits({ ...short, promptTokens: 20_000, comesWhole: true }).nextMs).toBe(150_000);
  });

  it('gives the server a second for every 20 tokens of the prompt before the first token', () => {
    expect(silenceLimits({ ...short, promptTokens: 6_000 }).firstMs).toBe(150_000 + (6_000 / 20) * 1_000);
  });

  it('gives a server that does not stream the time to write the whole answer', () => {
    expect(silenceLimits({ ...short, comesWhole: true }).firstMs).toBe(150_000 + (3_000 / 10) * 1_000);
  });

  it('grows as a whole with the setting and with patience', () => {
    const { firstMs, nextMs } = silenceLimits({ ...short, promptTokens: 3_000 });

    expect(silenceLimits({ ...short, promptTokens: 3_000, patience: 2 })).toEqual({
      firstMs: 2 * firstMs,
      nextMs: 2 * nextMs,
    });
    expect(silenceLimits({ ...short, promptTokens: 3_000, timeoutMs: 300_000 })).toEqual({
      firstMs: 2 * firstMs,
      nextMs: 2 * nextMs,
    });
  });
});
