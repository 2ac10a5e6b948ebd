import { type ResearchPlan, researchPlanSchema } from '../../workflows/contracts/evidence/research-plan.ts';
import type { Degradation } from '../../workflows/contracts/research/accounting.ts';
import { bareWords } from '../../workflows/domain/bare-words.ts';
import { asksSomething, coverQuestion } from '../language/question/plan-coverage.ts';
import { contentTerms, isAmongStems } from '../language/text/terms.ts';
import { type PlannedTasks, planResearchStep, type PlanResearchStepInput, withRefinements } from './plan-research.ts';

const MAX_TEXT_LENGTH = 1_000;
const ASKS_NOTHING = 'a planned task asked nothing new and was left out';
const LEFT_OUT = 'the planned tasks left out what became a task of its own';

/** What a plan is made for. */
type Wanted = Pick<PlanResearchStepInput, 'anchor' | 'maxTasks'>;

/** A plan with the ids `t1`, `t2`, …, from the tasks of the rule. */
export function toPlan({ tasks }: PlannedTasks, { maxTasks }: Wanted): ResearchPlan {
  return numbered(rationalesOf(tasks), [...rationalesOf(tasks).keys()].slice(0, maxTasks));
}

/** The same from a model's tasks, and with what they leave out of the question. */
export function completePlan(
  { tasks }: PlannedTasks,
  wanted: Wanted,
): { readonly plan: ResearchPlan; readonly degradations: readonly Degradation[] } {
  const rationales = rationalesOf(tasks);
  const { texts, degradations } = complete([...rationales.keys()], wanted);
  return { plan: numbered(rationales, texts), degradations };
}

function rationalesOf(tasks: PlannedTasks['tasks']): ReadonlyMap<string, string> {
  return new Map(tasks.map(({ text, rationale }) => [text.trim().slice(0, MAX_TEXT_LENGTH), rationale]));
}

function numbered(rationales: ReadonlyMap<string, string>, texts: readonly string[]): ResearchPlan {
  const tasks = texts.map((text, index) => ({
    taskId: `t${index + 1}`,
    text,
    rationale: (rationales.get(text) ?? '').slice(0, MAX_TEXT_LENGTH),
  }));
  return researchPlanSchema.parse({ tasks });
}

/**
 * Drops tasks that ask nothing or repeat another, and adds what the others miss. If no task mentions a word of the
 * question, the rule's plan is used instead.
 */
function complete(
  planned: readonly string[],
  wanted: Wanted,
): { readonly texts: readonly string[]; readonly degradations: readonly Degradation[] } {
  const { anchor, maxTasks } = wanted;
  const { originalQuestion, language } = anchor;
  const asked = new Set(wordsOf([originalQuestion, ...anchor.refinements].join('\n'), language));
  const isPlan = planned.some((text) => wordsOf(text, language).some((word) => isAmongStems(word, asked, language)));
  const distinct = planned
    .filter((text, index) => planned.findIndex((other) => bareWords(other) === bareWords(text)) === index)
    .filter((text) => isPlan && asksSomething(text, originalQuestion, language));
  const dropped = degradationOf(ASKS_NOTHING, planned.length - distinct.length);
  if (distinct.length === 0) {
    const texts = planResearchStep.offline({ ...NOTHING_KNOWN, ...wanted }).tasks.map(({ text }) => text);
    return { texts, degradations: [...dropped, ...degradationOf(LEFT_OUT, texts.length)] };
  }
  const { texts, added } = coverQuestion(originalQuestion, language, distinct, maxTasks);
  return {
    texts: texts.map((text) => (added.includes(text) ? withRefinements(text, anchor) : text).slice(0, MAX_TEXT_LENGTH)),
    degradations: [...dropped, ...degradationOf(LEFT_OUT, added.length)],
  };
}

const NOTHING_KNOWN = { today: '', clarificationSummary: null, memory: [], places: [] };

function degradationOf(cause: string, count: number): Degradation[] {
  return count === 0 ? [] : [{ step: planResearchStep.name, cause, count }];
}

function wordsOf(text: string, language: string): string[] {
  return contentTerms(text, language).map(({ stem }) => stem);
}
