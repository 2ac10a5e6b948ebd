import type { PlanResearchInput } from '@plumbline/contracts/activities';
import type { ResearchPlan } from '@plumbline/contracts/evidence/research-plan';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import { withDegradation } from '@plumbline/model/calls';
import { withoutLinksIn } from '../../conversations/proposed-follow-ups.ts';
import { completePlan, planResearchStep, toPlan } from '../../steps/plan-research.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { shelfOf } from './shelf.ts';

/** Plans the tasks of a run. */
export function createPlanResearch({ corpus, reasoner }: Pick<ActivityDependencies, 'corpus' | 'reasoner'>) {
  return async (input: PlanResearchInput, signal: AbortSignal): Promise<Reasoned<ResearchPlan>> => {
    const { engine, metering, anchor, corpusId } = input;
    const shelf = await shelfOf(corpus, corpusId, anchor.originalQuestion, anchor.language);
    const { value, cost } = await reasoner.run(planResearchStep, { ...input, shelf }, { engine, metering, signal });
    if (cost.engine === 'offline') return { value: toPlan(value, input), cost };
    const { plan, degradations } = completePlan(withoutLinksIn(value, JSON.stringify(anchor)), input);
    return { value: plan, cost: degradations.reduce(withDegradation, cost) };
  };
}
