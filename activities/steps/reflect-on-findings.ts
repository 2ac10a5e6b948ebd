import type { ApprovedTask } from '@plumbline/contracts/evidence/research-plan';
import { MAX_REFLECTED_TASKS, type ReflectOnFindingsInput } from '@plumbline/contracts/research/reflection';
import { boundedList, boundedText } from '@plumbline/model/answers';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { z } from 'zod';
import { systemText, tagged, taggedAnchor, taggedShelf, UNDATED } from './prompt-text.ts';

export interface ReflectOnFindingsStepInput extends Pick<
  ReflectOnFindingsInput,
  'anchor' | 'tasks' | 'leads' | 'lookedFor' | 'contradictions' | 'maxTasks'
> {
  readonly approvedTasks: readonly ApprovedTask[];
  /** The documents, a line each. */
  readonly shelf: readonly string[];
  /** What was found, document by document. */
  readonly documents: readonly ReflectedDocument[];
  /** What was open before. */
  readonly gaps: readonly { readonly id: string; readonly text: string }[];
}

/** A document with what was read of it. */
export interface ReflectedDocument {
  readonly title: string;
  /** Its id, whom it serves, its place, what it says; of what is weaker, how it begins. */
  readonly notes: readonly string[];
  /** Places of what is weak. */
  readonly others: readonly string[];
}

const MAX_GAPS = 8;
const MAX_CLOSED = 24;
const MAX_CONTRADICTIONS = 4;
/** Of what each tag holds, in characters. */
const MAX_LENGTH = { task: 8_000, finding: 32_000, gaps: 4_000, leads: 2_000, conflicts: 4_000 };

function reflectionUpTo(most: number) {
  return z.object({
    closed: boundedList(boundedText(8, 'id of a gap: g1'), MAX_CLOSED, 'gaps that the notes answer now; often empty'),
    gaps: boundedList(
      boundedText(300, 'the id of the task and one sentence: t1: …'),
      MAX_GAPS,
      'what else stays open; often empty',
    ),
    tasks: boundedList(
      z.object({
        text: boundedText(500, 'a question that can be answered on its own'),
        rationale: boundedText(300, 'the gap that it closes: its id, or its words'),
      }),
      Math.min(most, MAX_REFLECTED_TASKS),
      'what to look for next, the most needed first; empty when the question is answered',
    ),
    contradictions: boundedList(
      boundedText(400, 'the ids of both notes and one sentence: n1, n2: …'),
      MAX_CONTRADICTIONS,
      'what cannot all be right; often empty',
    ),
  });
}

const reflectionSchema = reflectionUpTo(MAX_REFLECTED_TASKS).partial({ closed: true, contradictions: true });
export type Reflected = z.infer<typeof reflectionSchema>;

/** Looks at all findings of a run and says what is missing. Without a model the rules of the run alone decide. */
export const reflectOnFindingsStep: ReasoningStep<ReflectOnFindingsStepInput, Reflected> = {
  name: 'reflect-on-findings',
  role: 'main',
  version: 5,
  output: reflectionSchema,
  asked: (_, most) => reflectionUpTo(most),
  prompt: (input) => ({
    most: input.maxTasks,
    system: systemText(
      'You review what research has found so far and say what is missing.',
      UNDATED,
      input.anchor.language,
    ),
    user: [
      taggedAnchor(input.anchor, input.approvedTasks),
      ...taggedShelf(input.shelf),
      ...taggedLines(
        'task',
        '',
        input.tasks.map(({ taskId, text }) => `${taskId}: ${text}`),
      ),
      ...taggedLines('finding', '', input.documents.flatMap(linesOf)),
      ...taggedLines('gaps', 'Open before:', [
        ...input.gaps.map(({ id, text }) => `${id}: ${text}`),
        ...input.lookedFor.map((text) => `(looked for next) ${text}`),
      ]),
      ...taggedLines('leads', 'Readers suggested reading on here, which nobody did:', input.leads),
      ...taggedLines('conflicts', 'Readers found these contradictions:', input.contradictions),
      rulesFor(input),
    ].join('\n\n'),
  }),
  offline: () => ({ closed: [], gaps: [], tasks: [], contradictions: [] }),
};

function rulesFor({ gaps, maxTasks }: ReflectOnFindingsStepInput): string {
  return [
    'Compare what was found with what the anchor asks.',
    'Each note stands below its document, with the tasks that it serves behind its id. What was read of a document and has no note is weak.',
    ...(gaps.length === 0 ? [] : ['closed: the ids of gaps that a note answers now.']),
    `gaps: what the anchor asks and no note answers, each once${gaps.length === 0 ? '' : ', beyond the gaps above'}.`,
    `tasks: at most ${maxTasks} further tasks, for gaps that matter to the answer and that documents like these may close. Write each as a self-contained question in the words of the documents; name the document and the section that would say it where you can tell. A task may ask for the half of an earlier task that no note answers, but not for the same as a task above, nor for what was searched for without success. Give none if the notes answer the question.`,
    'contradictions: statements of notes from different documents or sections that cannot both be right.',
  ].join('\n');
}

function linesOf({ title, notes, others }: ReflectedDocument): string[] {
  const read = others.length === 0 ? [] : [`- also read: ${others.join('; ')}`];
  return [title, ...notes.map((note) => `- ${note}`), ...read];
}

function taggedLines(name: keyof typeof MAX_LENGTH, label: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return [...(label === '' ? [] : [label]), tagged(name, lines.join('\n'), MAX_LENGTH[name])];
}
