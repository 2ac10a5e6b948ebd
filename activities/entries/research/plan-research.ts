import type { PlanResearchInput } from '../../../workflows/contracts/activities.ts';
import { type ResearchPlan, researchPlanSchema } from '../../../workflows/contracts/evidence/research-plan.ts';
import type { Degradation, Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import { bareWords } from '../../../workflows/domain/bare-words.ts';
import { asksSomething, coverQuestion } from '../../language/question/plan-coverage.ts';
import { contentTerms, isAmongStems } from '../../language/text/terms.ts';
import { withDegradation } from '../../model/metering/paid-calls.ts';
import { type PlanResearchStepInput, planResearchStep, withRefinements } from '../../steps/plan-research.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const MAX_TEXT_LENGTH = 1_000;
const ASKS_NOTHING = 'a planned task asked nothing new and was left out';
const LEFT_OUT = 'the planned tasks left out what became a task of its own';

/** Plans the tasks of a run; their ids are `t1`, `t2`, …. Adds what a model's plan leaves out of the question. */
export function createPlanResearch({ reasoner }: Pick<ActivityDependencies, 'reasoner'>) {
  return async (input: PlanResearchInput, signal: AbortSignal): Promise<Reasoned<ResearchPlan>> => {
    const { maxTasks, engine, metering } = input;
    const { value, cost } = await reasoner.run(planResearchStep, input, { engine, metering, signal });
    const rationales = new Map(
      value.tasks.map(({ text, rationale }) => [text.trim().slice(0, MAX_TEXT_LENGTH), rationale]),
    );
    const planned = [...rationales.keys()];
    const { texts, degradations } =
      cost.engine === 'offline' ? { texts: planned.slice(0, maxTasks), degradations: [] } : complete(planned, input);
    const tasks = texts.map((text, index) => ({
      taskId: `t${index + 1}`,
      text,
      rationale: (rationales.get(text) ?? '').slice(0, MAX_TEXT_LENGTH),
    }));
    return { value: researchPlanSchema.parse({ tasks }), cost: degradations.reduce(withDegradation, cost) };
  };
}

/**
 * Drops tasks that ask nothing or repeat another, and adds what the others miss. If no task mentions a word of the
 * question, the rule's plan is used instead.
 */
function complete(
  planned: readonly string[],
  stepInput: PlanResearchStepInput,
): { readonly texts: readonly string[]; readonly degradations: readonly Degradation[] } {
  const { anchor, maxTasks } = stepInput;
  const { originalQuestion, language } = anchor;
  const asked = new Set(wordsOf([originalQuestion, ...anchor.refinements].join('\n'), language));
  const isPlan = planned.some((text) => wordsOf(text, language).some((word) => isAmongStems(word, asked, language)));
  const distinct = planned
    .filter((text, index) => planned.findIndex((other) => bareWords(other) === bareWords(text)) === index)
    .filter((text) => isPlan && asksSomething(text, originalQuestion, language));
  const dropped = degradationOf(ASKS_NOTHING, planned.length - distinct.length);
  if (distinct.length === 0) {
    const texts = planResearchStep.offline(stepInput).tasks.map(({ text }) => text);
    return { texts, degradations: [...dropped, ...degradationOf(LEFT_OUT, texts.length)] };
  }
  const { texts, added } = coverQuestion(originalQuestion, language, distinct, maxTasks);
  return {
    texts: texts.map((text) => (added.includes(text) ? withRefinements(text, anchor) : text).slice(0, MAX_TEXT_LENGTH)),
    degradations: [...dropped, ...degradationOf(LEFT_OUT, added.length)],
  };
}

function degradationOf(cause: string, count: number): Degradation[] {
  return count === 0 ? [] : [{ step: planResearchStep.name, cause, count }];
}

function wordsOf(text: string, language: string): string[] {
  return contentTerms(text, language).map(({ stem }) => stem);
}
