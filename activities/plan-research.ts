import type { Degradation, Reasoned } from '../workflows/contracts/accounting.ts';
import type { PlanResearchInput } from '../workflows/contracts/activities.ts';
import { type ResearchPlan, researchPlanSchema } from '../workflows/contracts/research-plan.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { asksSomething, coverQuestion } from './extractive/question/plan-coverage.ts';
import { withDegradation } from './reasoning/engine/cost.ts';
import { planResearchStep, withRefinements } from './reasoning/steps/plan-research.ts';

const MAX_TEXT_LENGTH = 1_000;
const ASKS_NOTHING = 'a planned task asked nothing and was left out';
const LEFT_OUT = 'the planned tasks left out what became a task of its own';

/** Plans the tasks of a run; their ids are `t1`, `t2`, …. Adds what a model's plan leaves out of the question. */
export function createPlanResearch({ reasoner }: Pick<ActivityDependencies, 'reasoner'>) {
  return async (input: PlanResearchInput, signal: AbortSignal): Promise<Reasoned<ResearchPlan>> => {
    const { anchor, clarificationSummary, maxTasks, today, engine, metering } = input;

    const stepInput = { today, anchor, clarificationSummary, maxTasks };
    const { value, cost } = await reasoner.run(planResearchStep, stepInput, { engine, metering, signal });
    const rationales = new Map(
      value.tasks.map(({ text, rationale }) => [text.trim().slice(0, MAX_TEXT_LENGTH), rationale]),
    );
    const { texts, degradations } = complete([...rationales.keys()], input, cost.engine === 'model');
    const tasks = texts.map((text, index) => ({
      taskId: `t${index + 1}`,
      text,
      rationale: (rationales.get(text) ?? '').slice(0, MAX_TEXT_LENGTH),
    }));
    return { value: researchPlanSchema.parse({ tasks }), cost: degradations.reduce(withDegradation, cost) };
  };
}

/** Drops empty tasks and adds what the others leave out; the offline plan already covers the whole question. */
function complete(
  planned: readonly string[],
  { anchor, maxTasks }: PlanResearchInput,
  isOfModel: boolean,
): { readonly texts: readonly string[]; readonly degradations: readonly Degradation[] } {
  const { originalQuestion, language } = anchor;
  if (!isOfModel) return { texts: planned.slice(0, maxTasks), degradations: [] };
  const asking = planned.filter((text) => asksSomething(text, originalQuestion, language));
  const { texts, added } = coverQuestion(originalQuestion, language, asking, maxTasks);
  const degradationOf = (cause: string, count: number): Degradation[] =>
    count === 0 ? [] : [{ step: planResearchStep.name, cause, count }];
  return {
    texts: texts.map((text) => (added.includes(text) ? withRefinements(text, anchor) : text).slice(0, MAX_TEXT_LENGTH)),
    degradations: [
      ...degradationOf(ASKS_NOTHING, planned.length - asking.length),
      ...degradationOf(LEFT_OUT, added.length),
    ],
  };
}
