import type { Usage } from '../contracts/accounting.ts';
import type { ResearchLimits } from '../contracts/research-request.ts';

/** Model calls kept back for validation, synthesis, its retry for the language, one repair and one summary. */
const CLOSING_MODEL_CALLS = 5;

/** Share of the tokens kept back for the same steps. */
const CLOSING_TOKEN_SHARE = 0.1;

export type LimitName = keyof ResearchLimits;

/** The limits at which research has to stop. `searches` and `pages` stop only what they count. */
export function findReachedModelLimit(usage: Usage, limits: ResearchLimits): LimitName | undefined {
  const callsForResearch = Math.max(1, limits.modelCalls - CLOSING_MODEL_CALLS);
  if (usage.modelCalls >= callsForResearch) return 'modelCalls';
  if (usage.modelTokens >= limits.modelTokens * (1 - CLOSING_TOKEN_SHARE)) return 'modelTokens';
  return undefined;
}

/** True when not even a closing step may ask the model. */
export function isModelExhausted(usage: Usage, limits: ResearchLimits): boolean {
  return usage.modelCalls >= limits.modelCalls || usage.modelTokens >= limits.modelTokens;
}
