import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { MAX_TASKS } from '@plumbline/contracts/evidence/research-plan';
import type { ClarificationSummary } from '@plumbline/contracts/research/clarification';
import { searchesFor } from '@plumbline/language/questions';
import { boundedList, boundedText } from '@plumbline/model/answers';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { z } from 'zod';
import { anchoredText, tagged, taggedAnchor, taggedClarification, taggedShelf } from './prompt-text.ts';
import { taggedMemory } from './tagged-context.ts';

export interface PlanResearchStepInput {
  readonly today: string;
  readonly anchor: QueryAnchor;
  readonly clarificationSummary: ClarificationSummary | null;
  readonly maxTasks: number;
  /** What the user had remembered that concerns the question. */
  readonly memory: readonly string[];
  /** The documents, a line each. */
  readonly shelf: readonly string[];
  /** Titles and headings of what the first search found, best first. */
  readonly places: readonly string[];
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
