import { bareWords } from '@plumbline/contracts/common/bare-words';
import { type ResearchPlan, researchPlanSchema } from '@plumbline/contracts/evidence/research-plan';
import type { Degradation } from '@plumbline/contracts/research/accounting';
import { contentTerms, isAmongStems } from '@plumbline/language/terms';
import { type PlannedTasks, planResearchStep, type PlanResearchStepInput } from './plan-research.ts';

const MAX_TEXT_LENGTH = 1_000;
const ASKS_NOTHING = 'a planned task asked nothing new and was left out';
const NOT_USABLE = 'no planned task was usable; the rule planned';

/** What a plan is made for. */
type Wanted = Pick<PlanResearchStepInput, 'anchor' | 'maxTasks'>;

/** A plan with the ids `t1`, `t2`, …, from the tasks of the rule. */
export function toPlan({ tasks }: PlannedTasks, { maxTasks }: Wanted): ResearchPlan {
  return numbered(rationalesOf(tasks), [...rationalesOf(tasks).keys()].slice(0, maxTasks));
}

/**
 * The same from a model's tasks, without those that ask nothing or repeat another. What they leave out of the question was left
 * out by a model that saw it whole; the rule plans only where no task has a word of the question.
 */
export function completePlan(
  { tasks }: PlannedTasks,
  wanted: Wanted,
): { readonly plan: ResearchPlan; readonly degradations: readonly Degradation[] } {
  const rationales = rationalesOf(tasks);
  const planned = [...rationales.keys()];
  const usable = usableTasks(planned, wanted);
  const dropped = degradationOf(ASKS_NOTHING, planned.length - usable.length);
  if (usable.length > 0) {
    return { plan: numbered(rationales, usable.slice(0, wanted.maxTasks)), degradations: dropped };
  }
  const plan = toPlan(planResearchStep.offline({ ...NOTHING_KNOWN, ...wanted }), wanted);
  return { plan, degradations: [...dropped, ...degradationOf(NOT_USABLE, 1)] };
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

/** Each once, with a word to search for; none where not one of them has a word of the question. */
function usableTasks(planned: readonly string[], { anchor }: Wanted): readonly string[] {
  const { originalQuestion, refinements, language } = anchor;
  const asked = new Set(wordsOf([originalQuestion, ...refinements].join('\n'), language));
  const hasWordOf = (text: string): boolean =>
    wordsOf(text, language).some((word) => isAmongStems(word, asked, language));
  if (!planned.some(hasWordOf)) return [];
  return planned
    .filter((text, index) => planned.findIndex((other) => bareWords(other) === bareWords(text)) === index)
    .filter((text) => asksSomething(text, asked, language));
}

/** Whether a task has a word to search for: at least two characters long, or one of the question. */
function asksSomething(task: string, asked: ReadonlySet<string>, language: string): boolean {
  return contentTerms(task, language).some(({ surface, stem }) => surface.length > 1 || asked.has(stem));
}

const NOTHING_KNOWN = { today: '', clarificationSummary: null, memory: [], shelf: [], places: [] };

function degradationOf(cause: string, count: number): Degradation[] {
  return count === 0 ? [] : [{ step: planResearchStep.name, cause, count }];
}

function wordsOf(text: string, language: string): string[] {
  return contentTerms(text, language).map(({ stem }) => stem);
}
