import type { Reasoned } from '../workflows/contracts/accounting.ts';
import type { PlanResearchInput } from '../workflows/contracts/activities.ts';
import { type ResearchPlan, researchPlanSchema } from '../workflows/contracts/research-plan.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { planResearchStep } from './reasoning/steps/plan-research.ts';

const MAX_TEXT_LENGTH = 1_000;

/** Plans the tasks of a run; their ids are `t1`, `t2`, …. */
export function createPlanResearch({ reasoner }: Pick<ActivityDependencies, 'reasoner'>) {
  return async (input: PlanResearchInput, signal: AbortSignal): Promise<Reasoned<ResearchPlan>> => {
    const { anchor, clarificationSummary, maxTasks, today, engine, spending } = input;

    const stepInput = { today, anchor, clarificationSummary, maxTasks };
    const { value, cost } = await reasoner.run(planResearchStep, stepInput, { engine, spending, signal });
    const texts = new Map(value.tasks.map(({ text, rationale }) => [text.trim().slice(0, MAX_TEXT_LENGTH), rationale]));
    texts.delete('');
    if (texts.size === 0) texts.set(anchor.originalQuestion.slice(0, MAX_TEXT_LENGTH), '');
    const tasks = [...texts].slice(0, maxTasks).map(([text, rationale], index) => ({
      taskId: `t${index + 1}`,
      text,
      rationale: rationale.slice(0, MAX_TEXT_LENGTH),
    }));
    return { value: researchPlanSchema.parse({ tasks }), cost };
  };
}
