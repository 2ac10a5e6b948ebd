import type { PaidCalls } from './paid-calls.ts';

/** Sends every call and stores nothing, for calls outside of runs. */
export function createUnrecordedCalls(): PaidCalls {
  return {
    async make({ signal }, send) {
      signal.throwIfAborted();
      const { answer, usage } = await send(signal);
      return { answer, cost: { requests: 1, tokens: usage.promptTokens + usage.completionTokens, money: undefined } };
    },
  };
}
