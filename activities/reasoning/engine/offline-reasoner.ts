import type { Reasoner } from './reasoner.ts';

/** Runs every step by its deterministic rule: no model, no network, no cost. */
export function createOfflineReasoner(): Reasoner {
  return {
    async run(step, input, { signal }) {
      signal.throwIfAborted();
      return {
        value: step.offline(input),
        cost: { engine: 'offline', modelCalls: 0, modelTokens: 0, degradations: [] },
      };
    },
  };
}
