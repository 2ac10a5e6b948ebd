import type { Degradation, ReasoningCost } from '../../../workflows/contracts/accounting.ts';

/** Of what no engine was asked for. */
export const NO_COST: ReasoningCost = { engine: 'offline', modelCalls: 0, modelTokens: 0, degradations: [] };

/** The total cost of several calls; `model` when the model answered any of them. */
export function sumCosts(costs: readonly ReasoningCost[]): ReasoningCost {
  const priced = costs.flatMap(({ money }) => money ?? []);
  return {
    engine: costs.some(({ engine }) => engine === 'model') ? 'model' : 'offline',
    modelCalls: costs.reduce((sum, { modelCalls }) => sum + modelCalls, 0),
    modelTokens: costs.reduce((sum, { modelTokens }) => sum + modelTokens, 0),
    ...(priced.length > 0 && { money: priced.reduce((sum, money) => sum + money, 0) }),
    degradations: mergeDegradations(costs.flatMap(({ degradations }) => degradations)),
  };
}

export function withDegradation(cost: ReasoningCost, degradation: Degradation): ReasoningCost {
  return { ...cost, degradations: mergeDegradations([...cost.degradations, degradation]) };
}

function mergeDegradations(degradations: readonly Degradation[]): Degradation[] {
  const merged = new Map<string, Degradation>();
  for (const degradation of degradations) {
    const key = `${degradation.step}\n${degradation.cause}`;
    merged.set(key, { ...degradation, count: degradation.count + (merged.get(key)?.count ?? 0) });
  }
  return [...merged.values()];
}
