import { TASK_ID } from './research-plan.ts';

/** Pattern of every citation key that code issues; any other look-alike in a text was never issued. */
export const CITATION_KEY = String.raw`(?:${TASK_ID}f|c)\d+q\d+`;

/** `t1f2`, in a follow-up round `r1t2f1`, of a task that a person added `s1f1`. */
export function findingIdOf(taskId: string, number: number): string {
  return `${taskId}f${number}`;
}

/** A finding of the clarification, which has no task. */
export function clarificationFindingIdOf(number: number): string {
  return `c${number}`;
}

/** The key of a finding's quote: `t1f2q1`. */
export function citationKeyOf(findingId: string, number: number): string {
  return `${findingId}q${number}`;
}
