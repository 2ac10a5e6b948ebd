import { z } from 'zod';
import type { QueryAnchor } from '../../workflows/contracts/evidence/query-anchor.ts';
import type { ApprovedTask } from '../../workflows/contracts/evidence/research-plan.ts';
import {
  type FindingLine,
  MAX_REFLECTED_TASKS,
  type ReflectedTask,
  type Reflection,
} from '../../workflows/contracts/research/reflection.ts';
import { boundedList, boundedText } from '../model/engine/answer-parts.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { systemText, tagged, taggedAnchor, UNDATED } from './prompt-text.ts';
import { taggedFindingLine } from './tagged-findings.ts';

export interface ReflectOnFindingsStepInput {
  readonly anchor: QueryAnchor;
  readonly approvedTasks: readonly ApprovedTask[];
  readonly tasks: readonly ReflectedTask[];
  readonly findings: readonly FindingLine[];
  /** What is looked for next in any case. */
  readonly lookedFor: readonly string[];
  readonly maxTasks: number;
}

const MAX_POINTS = 5;
const point = boundedText(300, 'one sentence');

export const reflectionSchema = z.object({
  gaps: boundedList(point, MAX_POINTS, 'what the question asks and no finding answers'),
  contradictions: boundedList(point, MAX_POINTS, 'findings that cannot both be right; name both'),
  leads: boundedList(point, MAX_POINTS, 'what a finding points to and no task has asked'),
  tasks: boundedList(
    z.object({
      text: boundedText(500, 'a question that can be answered on its own'),
      rationale: boundedText(200, 'the gap, contradiction or lead that it follows'),
    }),
    MAX_REFLECTED_TASKS,
    'what to look for next, the most needed first; empty when the question is answered',
  ),
});

/** Looks at all findings of a run and says what to look for next. Without a model the rules of the run alone decide. */
export const reflectOnFindingsStep: ReasoningStep<ReflectOnFindingsStepInput, Reflection> = {
  name: 'reflect-on-findings',
  role: 'main',
  version: 1,
  output: reflectionSchema,
  prompt: ({ anchor, approvedTasks, tasks, findings, lookedFor, maxTasks }) => ({
    system: systemText('You review what research has found so far and say what is missing.', UNDATED, anchor.language),
    user: [
      taggedAnchor(anchor, approvedTasks),
      ...tasks.map(({ text, summary }) => tagged('task', `${text}\n${summary}`, 1_200)),
      ...findings.map(taggedFindingLine),
      tagged('gaps', [...tasks.flatMap(({ gaps }) => gaps), ...lookedFor].join('\n'), 4_000),
      'Compare the findings with the anchor. Name what the anchor asks and no finding answers, findings that contradict each other, and what the findings point to that would answer the question better.',
      lookedFor.length === 0
        ? ''
        : 'The last lines of the gaps are looked for next in any case: do not ask for them again.',
      `Then name at most ${maxTasks} further tasks, each for a gap, a contradiction or a lead that matters for the answer: a self-contained question in the words that the documents use. A task that repeats one above is none. When the findings answer the question, name none.`,
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  }),
  offline: () => ({ gaps: [], contradictions: [], leads: [], tasks: [] }),
};
