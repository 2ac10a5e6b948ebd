import type { GivenEvidence } from '../evidence/evidence-reference.ts';
import type { QueryAnchor } from '../evidence/query-anchor.ts';
import type { ResearchTask } from '../evidence/research-plan.ts';
import type { ReasoningInput } from './accounting.ts';

/** Tasks that a reflection may add to one round. */
export const MAX_REFLECTED_TASKS = 3;

/** A task that was researched, and what came of it. */
export interface ReflectedTask extends Pick<ResearchTask, 'taskId' | 'text'> {
  readonly summary: string;
  readonly gaps: readonly string[];
}

/** With the strongest findings, without passages that address programs. */
export interface ReflectOnFindingsInput extends ReasoningInput, GivenEvidence {
  readonly anchor: QueryAnchor;
  readonly tasks: readonly ReflectedTask[];
  /** What is looked for in the next round in any case. */
  readonly lookedFor: readonly string[];
  /** Most tasks to add. */
  readonly maxTasks: number;
}

/** Something that the question asks and no finding answers. */
export interface OpenGap {
  /** The task that it belongs to; null: none alone. */
  readonly taskId: string | null;
  readonly text: string;
}

/** What a look at all findings of a run shows. */
export interface Reflection {
  /** What the question asks and no finding answers: all that is still open. */
  readonly gaps: readonly OpenGap[];
  /** What to research next. */
  readonly tasks: readonly Pick<ResearchTask, 'text' | 'rationale'>[];
}
