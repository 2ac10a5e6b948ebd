import type { PaidCalls } from './paid-calls.ts';

/** For calls outside of runs: every call is sent, and nothing is stored. */
export function createUnrecordedCalls(): PaidCalls {
  return {
    async make({ signal }, send) {
      signal.throwIfAborted();
      const { answer, usage } = await send(signal);
      return { answer, cost: { requests: 1, tokens: usage.promptTokens + usage.completionTokens, money: undefined } };
    },
  };
}
