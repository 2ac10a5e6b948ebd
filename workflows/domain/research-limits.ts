import type { SpendingCeiling } from '@plumbline/contracts/common/metering';
import type { Usage } from '@plumbline/contracts/research/accounting';
import type { ResearchLimits } from '@plumbline/contracts/research/research-request';

/** Model calls kept back for synthesis and the verification of what it wrote. */
const CLOSING_MODEL_CALLS = 5;

/** Share of the tokens and of the money that research may use; the rest is kept back for the same steps. */
export const RESEARCH_SHARE = 0.9;

export type LimitName = keyof ResearchLimits;

/** Limits that only a model uses up. */
export const MODEL_LIMITS = ['modelCalls', 'modelTokens', 'money'] as const satisfies readonly LimitName[];

/** Limits at which all research stops; `searches` and `pages` stop only what they count. */
export const RESEARCH_LIMITS: readonly LimitName[] = ['wallTimeSeconds', ...MODEL_LIMITS];

/** What research may use in all; the rest is for the closing steps. */
export function researchCeiling({ modelCalls, modelTokens, money }: ResearchLimits): SpendingCeiling {
  return {
    modelCalls: Math.max(1, modelCalls - CLOSING_MODEL_CALLS),
    modelTokens: modelTokens * RESEARCH_SHARE,
    money: money === null ? null : money * RESEARCH_SHARE,
  };
}

/** What the run may use in all. */
export function closingCeiling({ modelCalls, modelTokens, money }: ResearchLimits): SpendingCeiling {
  return { modelCalls, modelTokens, money };
}

/** The model limit that research has reached, if any. */
export function findReachedModelLimit(usage: Usage, limits: ResearchLimits): LimitName | undefined {
  return findReached(usage, researchCeiling(limits));
}

/** True when not even a closing step may ask the model. */
export function isModelExhausted(usage: Usage, limits: ResearchLimits): boolean {
  return findReached(usage, closingCeiling(limits)) !== undefined;
}

function findReached(usage: Usage, ceiling: SpendingCeiling): keyof SpendingCeiling | undefined {
  return MODEL_LIMITS.find((name) => usage[name] >= (ceiling[name] ?? Number.POSITIVE_INFINITY));
}
