import { TASK_ID } from './research-plan.ts';

/** Pattern of every citation key that code issues; any other look-alike in a text was never issued. */
export const CITATION_KEY = String.raw`(?:${TASK_ID}f|c)\d+(?:q\d+|s\d+-\d+)`;

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

/** The address of words in a stored text: the finding that has the text, and their offsets in it, `end` exclusive. */
export interface TextAddress {
  readonly findingId: string;
  readonly start: number;
  readonly end: number;
}

/** The key of words by their address: `t1f2s120-340`. The stored text gives the words. */
export function addressKeyOf({ findingId, start, end }: TextAddress): string {
  return `${findingId}s${start}-${end}`;
}

const ADDRESS_KEY = new RegExp(String.raw`^((?:${TASK_ID}f|c)\d+)s(\d+)-(\d+)$`);

/** The address that a key states; null: the key is a number that code issued. */
export function addressIn(key: string): TextAddress | null {
  const [, findingId, start, end] = ADDRESS_KEY.exec(key) ?? [];
  return findingId === undefined ? null : { findingId, start: Number(start), end: Number(end) };
}

/** The finding that a key belongs to, of either form. */
export function findingIdIn(key: string): string {
  return key.replace(/(?:q\d+|s\d+-\d+)$/u, '');
}
