import { z } from 'zod';
import type { QueryAnchor } from '../../workflows/contracts/evidence/query-anchor.ts';
import type { ApprovedTask } from '../../workflows/contracts/evidence/research-plan.ts';
import { MAX_REFLECTED_TASKS, type ReflectedTask } from '../../workflows/contracts/research/reflection.ts';
import { boundedList, boundedText } from '../model/engine/answer-parts.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { systemText, tagged, taggedAnchor, UNDATED } from './prompt-text.ts';

export interface ReflectOnFindingsStepInput {
  readonly anchor: QueryAnchor;
  readonly approvedTasks: readonly ApprovedTask[];
  readonly tasks: readonly (ReflectedTask & {
    /** A line for each finding: `§ 74: what it says`. */
    readonly lines: readonly string[];
  })[];
  /** What is looked for next in any case. */
  readonly lookedFor: readonly string[];
  readonly maxTasks: number;
}

const MAX_GAPS = 8;
/** Of a task and its findings, in characters. */
const MAX_TASK_LENGTH = 16_000;

export const reflectionSchema = z.object({
  gaps: boundedList(
    boundedText(300, 'the id of the task and one sentence: t1: …'),
    MAX_GAPS,
    'what stays open; often empty',
  ),
  tasks: boundedList(
    z.object({
      text: boundedText(500, 'a question that can be answered on its own'),
      rationale: boundedText(200, 'the gap that it closes'),
    }),
    MAX_REFLECTED_TASKS,
    'what to look for next, the most needed first; empty when the question is answered',
  ),
});
export type Reflected = z.infer<typeof reflectionSchema>;

/** Looks at all findings of a run and says what is missing. Without a model the rules of the run alone decide. */
export const reflectOnFindingsStep: ReasoningStep<ReflectOnFindingsStepInput, Reflected> = {
  name: 'reflect-on-findings',
  role: 'main',
  version: 2,
  output: reflectionSchema,
  prompt: ({ anchor, approvedTasks, tasks, lookedFor, maxTasks }) => ({
    system: systemText('You review what research has found so far and say what is missing.', UNDATED, anchor.language),
    user: [
      taggedAnchor(anchor, approvedTasks),
      ...tasks.map(({ taskId, text, lines }) => {
        const found = lines.length === 0 ? ['(nothing was found)'] : lines.map((line) => `- ${line}`);
        return tagged('task', [text, ...found].join('\n'), MAX_TASK_LENGTH, taskId);
      }),
      ...taggedGaps([...new Set([...tasks.flatMap(({ gaps }) => gaps), ...lookedFor])]),
      'Compare what was found, a line for each passage, with what the anchor asks.',
      'gaps: everything that the anchor asks and no line answers, each once, also of the gaps above what is still open; what a line answers is no gap.',
      `tasks: at most ${maxTasks} further tasks for gaps that matter for the answer and that documents like these may close: a self-contained question in the words that they use. It may ask for the half of a task that no line answers, but not for the same as a task above. When the lines answer the question, name none.`,
    ].join('\n\n'),
  }),
  offline: () => ({ gaps: [], tasks: [] }),
};

function taggedGaps(gaps: readonly string[]): string[] {
  return gaps.length === 0 ? [] : [tagged('gaps', gaps.join('\n'), 4_000)];
}
