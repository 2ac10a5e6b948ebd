import type { PlanResearchInput } from '@plumbline/contracts/activities';
import { bareWords } from '@plumbline/contracts/common/bare-words';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { MAX_TASKS, type ResearchPlan, researchPlanSchema } from '@plumbline/contracts/evidence/research-plan';
import type { Degradation, ReasoningInput } from '@plumbline/contracts/research/accounting';
import { searchesFor } from '@plumbline/language/questions';
import { contentTerms, isAmongStems } from '@plumbline/language/terms';
import { boundedList, boundedText } from '@plumbline/model/answers';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { z } from 'zod';
import { anchoredText, tagged, taggedAnchor, taggedClarification, taggedShelf } from './prompt-text.ts';
import { taggedMemory } from './tagged-context.ts';

export interface PlanResearchStepInput extends Omit<PlanResearchInput, keyof ReasoningInput | 'corpusId'> {
  readonly today: string;
  /** The documents, a line each. */
  readonly shelf: readonly string[];
}

const plannedTask = z.object({
  text: boundedText(500, 'a question that can be answered on its own'),
  rationale: boundedText(200, 'what it contributes to the answer'),
});

/** The tasks of a plan, also where a question is judged and planned at once. @param most that the run allows */
export function plannedTasks(most: number): z.ZodType<z.infer<typeof plannedTask>[]> {
  return boundedList(plannedTask, Math.min(most, MAX_TASKS), 'each asks something else');
}

const plannedTasksSchema = z.object({ tasks: plannedTasks(MAX_TASKS) });
export type PlannedTasks = z.infer<typeof plannedTasksSchema>;

const MAX_TASK_LENGTH = 1_000;
const MAX_PLACE_LENGTH = 160;
const MAX_PLACES_LENGTH = 2_000;

/** Splits the question into tasks that can be researched in parallel. */
export const planResearchStep: ReasoningStep<PlanResearchStepInput, PlannedTasks> = {
  name: 'plan-research',
  role: 'main',
  version: 8,
  output: plannedTasksSchema,
  asked: (_, most) => z.object({ tasks: plannedTasks(most) }),
  prompt: ({ today, anchor, clarificationSummary, maxTasks, memory, shelf, places }) => ({
    most: maxTasks,
    system: anchoredText('You plan research in a collection of documents.', today, anchor.language),
    user: [
      taggedAnchor(anchor),
      ...taggedClarification(clarificationSummary, anchor),
      ...taggedMemory({ memory }),
      ...taggedShelf(shelf),
      ...taggedPlaces(places),
      planningRules(maxTasks),
    ].join('\n\n'),
  }),
  offline({ anchor, maxTasks }) {
    const texts = searchesFor(anchor.originalQuestion, anchor.language, maxTasks);
    return { tasks: texts.map((text) => ({ text: withRefinements(text, anchor), rationale: '' })) };
  },
};

/** How tasks are made of a question. */
export function planningRules(maxTasks: number): string {
  return [
    `Split the question into at most ${maxTasks} tasks. Make exactly one task of a question with one part: do not split what one place of the documents answers.`,
    'Write each task as a self-contained question, with the names and conditions it needs, including those that the answers of the person added.',
    'Replace times relative to today ("this year", "last month") by their dates.',
    'Together, the tasks cover the question and nothing beyond it.',
  ].join('\n');
}

function taggedPlaces(places: readonly string[]): string[] {
  if (places.length === 0) return [];
  const lines = places.map((place) => `- ${place.slice(0, MAX_PLACE_LENGTH)}`);
  return [
    tagged('passage', lines.join('\n'), MAX_PLACES_LENGTH),
    [
      'These are titles and headings of what a first search found.',
      'Use the words of the documents, and make separate tasks of what they treat in different places.',
      'They are neither evidence nor a limit: make a task of what the question asks even if no heading names it, and none of a heading off the question.',
    ].join('\n'),
  ];
}

/** A part of the question with the user's answers, which clarify it. */
export function withRefinements(text: string, { refinements }: QueryAnchor): string {
  return (refinements.length > 0 ? `${text} (${refinements.join('; ')})` : text).slice(0, MAX_TASK_LENGTH);
}

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
  return new Map(tasks.map(({ text, rationale }) => [text.trim().slice(0, MAX_TASK_LENGTH), rationale]));
}

function numbered(rationales: ReadonlyMap<string, string>, texts: readonly string[]): ResearchPlan {
  const tasks = texts.map((text, index) => ({
    taskId: `t${index + 1}`,
    text,
    rationale: (rationales.get(text) ?? '').slice(0, MAX_TASK_LENGTH),
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
