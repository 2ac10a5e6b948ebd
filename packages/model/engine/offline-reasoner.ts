import { NO_COST } from '../metering/paid-calls.ts';
import type { Reasoner } from './reasoner.ts';

/** Runs every step by its deterministic rule: no model, no network, no cost. */
export function createOfflineReasoner(): Reasoner {
  return {
    async run(step, input, { signal }) {
      signal.throwIfAborted();
      return { value: await step.offline(input), cost: { ...NO_COST, isWithoutModel: true } };
    },
  };
}
