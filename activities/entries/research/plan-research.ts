import type { PlanResearchInput } from '../../../workflows/contracts/activities.ts';
import type { ResearchPlan } from '../../../workflows/contracts/evidence/research-plan.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import { withDegradation } from '../../model/metering/paid-calls.ts';
import { completePlan, toPlan } from '../../steps/complete-plan.ts';
import { planResearchStep } from '../../steps/plan-research.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Plans the tasks of a run. */
export function createPlanResearch({ reasoner }: Pick<ActivityDependencies, 'reasoner'>) {
  return async (input: PlanResearchInput, signal: AbortSignal): Promise<Reasoned<ResearchPlan>> => {
    const { engine, metering } = input;
    const { value, cost } = await reasoner.run(planResearchStep, input, { engine, metering, signal });
    if (cost.engine === 'offline') return { value: toPlan(value, input), cost };
    const { plan, degradations } = completePlan(value, input);
    return { value: plan, cost: degradations.reduce(withDegradation, cost) };
  };
}
